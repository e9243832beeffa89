import { Worker } from 'node:worker_threads'
import { AtlasError } from '../atlas-error.ts'
import type { AtlasErrorCode } from '../atlas-error.ts'
import { workerFile } from '../worker-file.ts'
import type { Fix } from './clean-fixes.ts'
import type { MatchedTrip } from './trip-matcher.ts'

export interface MatchQuestion {
  readonly id: number
  readonly fixes: readonly Fix[]
}

export type MatchAnswer = { readonly id: number } & (
  | { readonly trip: MatchedTrip }
  | { readonly fault: { readonly code: AtlasErrorCode | undefined; readonly message: string } }
)

interface Waiting {
  readonly done: (trip: MatchedTrip) => void
  readonly fail: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** 500 fixes take well below a second; a thread without an answer for this long hangs. */
const PATIENCE_MS = 15_000

/** Sends trips to a worker thread. If the thread ends, its pending calls fail; the next call starts a new one. */
export class MatcherThread {
  readonly #memory: SharedArrayBuffer
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #next = 0
  #closed = false

  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory
  }

  match(fixes: readonly Fix[]): Promise<MatchedTrip> {
    if (this.#closed) return Promise.reject(new Error('The trip matcher is closed.'))
    const worker = (this.#worker ??= this.#start())
    return new Promise((done, fail) => {
      const id = this.#next++
      const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS).unref()
      this.#waiting.set(id, { done, fail, timer })
      worker.ref()
      worker.postMessage({ id, fixes } satisfies MatchQuestion)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = startWorker(this.#memory)
    worker.on('message', (answer: MatchAnswer) => {
      const waiting = this.#take(answer.id)
      if (this.#waiting.size === 0) worker.unref()
      if (!waiting) return
      if ('trip' in answer) waiting.done(answer.trip)
      else
        waiting.fail(
          answer.fault.code ? new AtlasError(answer.fault.code, answer.fault.message) : new Error(answer.fault.message),
        )
    })
    let cause = 'it ended'
    worker.on('error', (error) => (cause = error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const id of this.#waiting.keys()) this.#take(id)?.fail(new Error(`The trip matcher stopped: ${cause}`))
    })
    return worker
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    return waiting
  }
}

const startWorker = (memory: SharedArrayBuffer): Worker =>
  new Worker(workerFile('match-worker'), { workerData: { memory }, resourceLimits: { maxOldGenerationSizeMb: 256 } })
