import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isBusy } from '../database/connection/is-busy.ts'
import type { OutageLog } from '../runtime/log-outage.ts'

const pauseMs = 1000
/** What graphile-worker retries (`RETRYABLE_ERROR_CODES` of its lib.js). */
const retried = new Set(['40001', '40P01', '57P03', 'EHOSTUNREACH', 'ETIMEDOUT'])

/**
 * The pool of graphile-worker. The library does not await the statement that ends a job: an error that it does not
 * retry would be an unhandled rejection, which stops the server, and the job would stay locked. So `connect` waits
 * until the database is back, and other temporary errors get a code that the library retries ("cannot connect now")
 * [design/data-112].
 */
export class WaitingPool extends pg.Pool {
  readonly #outage: OutageLog

  constructor(config: pg.PoolConfig, outage: OutageLog) {
    super(config)
    this.#outage = outage
    this.on('connect', repeatable)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    // the library's listener, which tries again
    return callback === undefined ? this.#await() : super.connect(callback)
  }

  async #await(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect()
        this.#outage.worked()
        return client
      } catch (error) {
        // After the stop a job's end waits for the next start, which frees its lock [invariants-J1].
        if (this.ending) return await new Promise<never>(() => undefined)
        this.#outage.failed(error)
        await sleep(pauseMs)
      }
    }
  }
}

const repeatable = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const repeat = (error: unknown): never => {
    if (!(error instanceof Error) || !isBusy(error)) throw error
    if (retried.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw Object.assign(new Error(error.message, { cause: error }), { code: '57P03' })
  }
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const result = query(...args)
      return result instanceof Promise ? result.catch(repeat) : result
    },
  })
}
