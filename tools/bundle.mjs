import { root } from './root.mjs'

/** Everything bare stays outside the bundle but our own packages, which are TypeScript (a bundle of them is all we run). */
const npmStaysOutside = {
  name: 'npm-stays-outside',
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, (found) =>
      found.kind === 'entry-point' || found.path.startsWith('@remis/')
        ? undefined
        : { path: found.path, external: true },
    ),
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
    outExtension: { '.js': '.mjs' },
    plugins: [npmStaysOutside],
    logLevel: 'error',
  })
  // Its own process would stay as long as ours.
  await esbuild.stop()
}
