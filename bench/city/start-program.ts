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
 * Starts a program of this folder in a separate process, bundled by the step that bundles the product: run from the
 * sources, it would spend a third of its time in the loader.
 */
export const startProgram = async (
  name: 'fan' | 'ingest' | 'nearest' | 'serve' | 'broadcaster',
): Promise<ChildProcess> => {
  // Several of one kind start at the same time: they would write the same file and end each other's bundler.
  if (!bundled.has(name)) bundled.set(name, bundleOnce(name))
  await bundled.get(name)
  return fork(join(root, folder, `${name}.mjs`), { cwd: root, execArgv: [...nodeOptions] })
}

/** The next message of the program; fails when it ends instead. */
export const nextMessage = <Word>(child: ChildProcess): Promise<Word> =>
  new Promise((done, fail) => {
    const ended = (code: number | null): void => {
      child.off('message', output)
      fail(new Error(`a program of the bench ended with ${code} without a message`))
    }
    const output = (word: unknown): void => {
      child.off('exit', ended)
      done(word as Word)
    }
    child.once('message', output)
    child.once('exit', ended)
  })
