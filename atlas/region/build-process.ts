import { fork } from 'node:child_process'
import { AtlasError } from '../atlas-error.ts'
import type { AtlasErrorCode } from '../atlas-error.ts'
import type { BuildNews, BuildOrder } from './build-files.ts'
import { heapLimit, sourceSize } from './import-room.ts'
import { workerFile } from '../worker-file.ts'

export type BuildMessage =
  | { readonly kind: 'progress'; readonly line: string }
  | { readonly kind: 'places' }
  | { readonly kind: 'done' }
  | { readonly kind: 'fault'; readonly code: AtlasErrorCode | undefined; readonly message: string }

/**
 * Runs a build in a separate process: the server keeps answering, and all memory is freed at the end. An aborted
 * `signal` kills it.
 * @throws AtlasError BAD_FILE, BAD_MAP; the signal's reason
 */
export const buildInProcess = async (order: BuildOrder, news: BuildNews, signal?: AbortSignal): Promise<void> => {
  const heap = heapLimit(await sourceSize(order.source), order.memory)
  signal?.throwIfAborted()
  await new Promise<void>((done, fail) => {
    const child = fork(workerFile('build-worker'), {
      execArgv: [`--max-old-space-size=${heap}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A Ctrl-C in the terminal reaches every process of its group; this one is ended by its parent.
      detached: true,
    })
    let complaint = ''
    let finished = false
    const stop = (): void => {
      child.kill('SIGKILL')
      finished = true
    }
    signal?.addEventListener('abort', stop, { once: true })
    // The line that says it ran out of memory comes before a stack of several thousand characters.
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-16_000)))
    child.on('message', (message: BuildMessage) => {
      if (message.kind === 'progress') news.progress(message.line)
      else if (message.kind === 'places') news.placesReady()
      else if (message.kind === 'done') finished = true
      else {
        finished = true
        fail(
          message.code
            ? new AtlasError(message.code, message.message)
            : new Error(`The import failed: ${message.message}`),
        )
      }
    })
    child.on('error', fail)
    // `fail` after `fail` is a no-op: a promise settles once.
    child.on('close', (code, end) => {
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) fail(signal.reason as Error)
      else if (finished) done()
      else fail(new Error(ending({ code, signal: end, complaint, heap })))
    })
    child.send(order)
  })
}

const ending = (end: { code: number | null; signal: string | null; complaint: string; heap: number }): string => {
  if (/heap out of memory|Reached heap limit/.test(end.complaint))
    return `The import ran out of memory at ${end.heap} MB. Give it more with --memory, or cut a part out of the map with --bbox.`
  if (end.signal === 'SIGKILL')
    return 'The import was killed, probably because this machine ran out of memory. Cut a part out of the map with --bbox.'
  const last = end.complaint.trim().split('\n').at(-1) ?? ''
  return `The import ended early (${end.signal ?? `code ${end.code}`}). ${last}`.trim()
}
