import { root } from './root.mjs'

/** These are hundreds of small modules each, slow to find and read at every start. */
const inside = /^(zod|kysely|uuid|decimal\.js|pbf|flatbush|geojson-vt|@mapbox\/vector-tile|@maplibre\/vt-pbf)(\/|$)/

/** Other packages stay outside the bundle. Our own are TypeScript and are included with their imports. */
const mostStayOutside = {
  name: 'most-stay-outside',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      const along = path.startsWith('@remis/') || inside.test(path) || importer.includes('node_modules')
      return kind === 'entry-point' || along ? undefined : { path, external: true }
    })
    // Drops Zod's error texts in fifty languages; the product has its own.
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' }))
  },
}

/** One bundled file per program, with a source map. */
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
  // Ends the esbuild service; it would run until this process exits.
  await esbuild.stop()
}
