import { root } from './root.mjs'

/** Hundreds of small modules each, that would have to be found and read one by one at every start. */
const inside = /^(zod|kysely|uuid|decimal\.js|pbf|flatbush|geojson-vt|@mapbox\/vector-tile|@maplibre\/vt-pbf)(\/|$)/

/** Other packages stay outside the bundle; our own are TypeScript, and what a bundled one is made of comes along. */
const mostStayOutside = {
  name: 'most-stay-outside',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      const along = path.startsWith('@remis/') || inside.test(path) || importer.includes('node_modules')
      return kind === 'entry-point' || along ? undefined : { path, external: true }
    })
    // Zod's own words in fifty languages; what we say of a fault is ours.
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' }))
  },
}

/** Programs as the product runs them: one file each, beside a map to the sources. */
export const bundle = async (entryPoints, outdir) => {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    outExtension: { '.js': '.mjs' },
    plugins: [mostStayOutside],
    logLevel: 'error',
  })
  // Its own process would stay as long as ours.
  await esbuild.stop()
}
