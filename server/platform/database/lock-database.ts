import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDirect } from './migrate.ts'
import { StartError } from '../runtime/start-error.ts'
import { advisoryLocks } from './schema/advisory-locks.ts'

/**
 * A server that is being replaced may still be ending, and PostgreSQL needs about 25 s to find that the machine of
 * another one is gone [design/data-93].
 */
export const lockPatienceMs = 40_000
const retryMs = 250

interface LockOptions {
  readonly waitMs?: number
  /** Called once when another session has the lock. */
  readonly waiting?: () => void
}

export interface DatabaseLock {
  release(): Promise<void>
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLocks.server])).rows[0]
    ?.held === true

const take = async (
  connection: pg.ClientConfig,
  { waitMs = lockPatienceMs, waiting }: LockOptions,
): Promise<pg.Client> => {
  const client = await openDirect(connection, 'lock')
  const until = performance.now() + waitMs
  try {
    for (let tries = 0; !(await tryLock(client)); tries++) {
      if (tries === 0) waiting?.()
      if (performance.now() >= until)
        throw new StartError(
          'Another Remis server uses this database, and only one may: end it, or set DATABASE_URL to another database.',
        )
      await sleep(retryMs)
    }
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Refuses a second server process on the same database [design/dispatch-29]: driver index, jump checks, position
 * broadcast and settings are per process. The lock belongs to a direct connection and ends with it, also by kill -9.
 * When the connection is lost, the lock is taken again as soon as the database answers; `taken` is called if another
 * server has it by then.
 */
export const lockDatabase = async (
  connection: pg.ClientConfig,
  taken: (error: StartError) => void,
  options: LockOptions = {},
): Promise<DatabaseLock> => {
  let released = false
  let client = await take(connection, options)
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        client = await take(connection, options)
        if (released) await client.end()
        else watch()
        return
      } catch (error) {
        if (error instanceof StartError && error.cause === undefined) return taken(error)
        await sleep(retryMs)
      }
    }
  }
  const watch = (): void => {
    client.once('end', () => void (released || retake()))
  }
  watch()
  return {
    release: async () => {
      released = true
      await client.end().catch(() => undefined)
    },
  }
}
