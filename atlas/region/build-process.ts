import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { AtlasError } from '../atlas-error.ts'
import type { AtlasErrorCode } from '../atlas-error.ts'
import type { BuildNews, BuildOrder } from './build-files.ts'

export type BuildMessage =
  | { readonly kind: 'progress'; readonly line: string }
  | { readonly kind: 'places' }
  | { readonly kind: 'done' }
  | { readonly kind: 'fault'; readonly code: AtlasErrorCode | undefined; readonly message: string }

/**
 * Runs a build in a separate process: the server keeps answering, and all memory is freed at the end.
 * @throws AtlasError BAD_FILE, BAD_MAP
 */
export const buildInProcess = (order: BuildOrder, news: BuildNews): Promise<void> =>
  new Promise((done, fail) => {
    const { file, loader } = entry()
    const child = fork(file, {
      execArgv: [`--max-old-space-size=${heapMegabytes(order)}`, ...loader],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaint = ''
    let finished = false
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4000)))
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
    // A no-op after `fail`: a promise settles once.
    child.on('close', (code, signal) => (finished ? done() : fail(new Error(ending(code, signal, complaint)))))
    child.send(order)
  })

const ending = (code: number | null, signal: string | null, complaint: string): string => {
  if (/heap out of memory|Reached heap limit/.test(complaint))
    return 'The import ran out of memory. Cut a part out of the map with --bbox.'
  const last = complaint.trim().split('\n').at(-1) ?? ''
  return `The import ended early (${signal ?? `code ${code}`}). ${last}`.trim()
}

/** Memory limit: the demo city needs 0.4 GB, a file about 30 times its size. */
const heapMegabytes = ({ source }: BuildOrder): number => {
  const wanted = source.kind === 'file' ? (statSync(source.path).size / 2 ** 20) * 30 : 0
  return Math.round(Math.min(Math.max(2048, wanted), (totalmem() / 2 ** 20) * 0.75))
}

/** From source the process registers a TypeScript loader; in the bundle it is a JavaScript file beside this one. */
const entry = (): { file: string; loader: string[] } => {
  if (!import.meta.url.endsWith('.ts'))
    return { file: fileURLToPath(new URL('./build-worker.mjs', import.meta.url)), loader: [] }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return { file: fileURLToPath(new URL('../build-worker.ts', import.meta.url)), loader: ['--import', tsx] }
}
