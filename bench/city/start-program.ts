import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { nodeOptions } from '../../server/testing/node-options.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join('.cache', 'bench')

const bundled = new Map<string, Promise<void>>()

const bundleOnce = async (name: string): Promise<void> => {
  const tool: string = '../../tools/bundle.mjs'
  const { bundle } = (await import(tool)) as { bundle: (programs: readonly string[], into: string) => Promise<void> }
  await bundle([join('bench', 'city', `${name}.ts`)], folder)
}

/**
 * Starts a program of this folder in a process of its own, bundled by the very step that bundles the product: run from
 * the sources, it would spend a third of its time on what their loader adds.
 */
export const startProgram = async (name: 'fan' | 'ingest' | 'nearest' | 'serve' | 'teller'): Promise<ChildProcess> => {
  // Several of one kind start at once: they would write the same file, and end each other's bundler.
  if (!bundled.has(name)) bundled.set(name, bundleOnce(name))
  await bundled.get(name)
  return fork(join(root, folder, `${name}.mjs`), { cwd: root, execArgv: [...nodeOptions] })
}

/** What the program says next; fails when it ends instead. */
export const nextWord = <Word>(child: ChildProcess): Promise<Word> =>
  new Promise((done, fail) => {
    const ended = (code: number | null): void => {
      child.off('message', said)
      fail(new Error(`a program of the bench ended with ${code} and said nothing`))
    }
    const said = (word: unknown): void => {
      child.off('exit', ended)
      done(word as Word)
    }
    child.once('message', said)
    child.once('exit', ended)
  })
