import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDirect } from './migrate.ts'
import { StartError } from '../runtime/start-error.ts'
import { advisoryLocks } from './schema/advisory-locks.ts'

/** A server that is being replaced may still be ending. */
const patienceMs = 5000
const retryMs = 250

export interface DatabaseLock {
  release(): Promise<void>
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLocks.server])).rows[0]
    ?.held === true

const take = async (connection: pg.ClientConfig, waitMs: number): Promise<pg.Client> => {
  const client = await openDirect(connection, 'lock')
  const until = performance.now() + waitMs
  try {
    while (!(await tryLock(client))) {
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
  waitMs = patienceMs,
): Promise<DatabaseLock> => {
  let released = false
  let client = await take(connection, waitMs)
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        client = await take(connection, waitMs)
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
