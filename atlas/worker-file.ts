import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Name = 'build-worker' | 'match-worker'

const bundled = new Map<Name, URL>()

const bundle = (name: Name): URL => {
  // In the product esbuild is not installed: it is loaded from source only.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    write: false,
  })
  const folder = new URL('../.cache/workers/', import.meta.url)
  const file = new URL(`${name}.mjs`, folder)
  const making = new URL(`${name}.${process.pid}.mjs`, folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(making, outputFiles[0]?.contents ?? '')
  // In one step: another process may be starting it.
  renameSync(making, file)
  return file
}

/**
 * The program of a child process or thread: in the bundle a JavaScript file beside this one. From source, each process
 * bundles it once, instead of loading a TypeScript loader at every start.
 */
export const workerFile = (name: Name): URL => {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${name}.mjs`, import.meta.url)
  const file = bundled.get(name) ?? bundle(name)
  bundled.set(name, file)
  return file
}
