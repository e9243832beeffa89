import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../runtime/start-error.ts'
import { openDirect } from '../migrate.ts'

/** After a reboot or a crash the database may be ready later than Remis. */
export const startPatienceMs = 60_000
const retryMs = 500

/** Nothing listens yet, the socket does not exist yet, or the database is starting up. */
const notYet: readonly unknown[] = ['ECONNREFUSED', 'ENOENT', '57P03']

/** Waits for a database that is not ready yet [design/data-97]. Calls `waiting` once. Throws a StartError. */
export const awaitDatabase = async (
  connection: pg.ClientConfig,
  waiting: (reason: string) => void,
  waitMs = startPatienceMs,
): Promise<void> => {
  const until = performance.now() + waitMs
  for (let tries = 0; ; tries++) {
    try {
      const client = await openDirect(connection, 'start')
      return await client.end()
    } catch (error) {
      const cause = error instanceof StartError ? (error.cause as { code?: unknown } | undefined) : undefined
      if (!notYet.includes(cause?.code) || performance.now() >= until) throw error
      if (tries === 0) waiting((error as StartError).message)
      await sleep(retryMs)
    }
  }
}
