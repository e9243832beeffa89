import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const folder = join('.cache', 'bench')

/**
 * Starts a program of this folder in a process of its own, bundled by the very step that bundles the product: run from
 * the sources, it would spend a third of its time on what their loader adds.
 */
export const startProgram = async (name: 'fan' | 'ingest' | 'serve' | 'teller'): Promise<ChildProcess> => {
  const tool: string = '../../tools/bundle.mjs'
  const { bundle } = (await import(tool)) as { bundle: (programs: readonly string[], into: string) => Promise<void> }
  await bundle([join('bench', 'city', `${name}.ts`)], folder)
  return fork(join(root, folder, `${name}.mjs`), { cwd: root, execArgv: ['--enable-source-maps'] })
}
