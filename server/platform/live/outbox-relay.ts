import pg from 'pg'
import { typeParsers } from '../database/database-types.ts'
import { logOutage } from '../runtime/log-outage.ts'
import type { Logger } from '../runtime/logger.ts'
import { openDirect } from '../database/migrate.ts'
import { endWhenSilent, limitSilence } from '../database/connection/silence.ts'
import type { StreamEvent } from './event-stream.ts'
import { NUMBER_OUTBOX } from './outbox.ts'
import { advisoryLocks } from '../database/schema/advisory-locks.ts'

const RETRY_MS = 1000
/** The relay queries several times a second. */
const SILENCE_MS = 15_000

export interface OutboxRelay {
  /**
   * Numbers committed rows without a number, if this relay holds the lock, and returns them in order. Undefined if the
   * lock was lost in between: another relay may have numbered events since the last call.
   */
  number(): Promise<readonly StreamEvent[] | undefined>
  /** True while this relay holds the lock. */
  readonly holds: boolean
  stop(): Promise<void>
}

interface Options {
  /** Direct: a pooler in transaction mode would not keep the session lock. */
  readonly connection: pg.ClientConfig
  readonly batch: number
  readonly log: Logger
  /** ms without an answer after which the connection is closed [design/data-92] */
  readonly silenceMs?: number
}

export const openRelay = ({ connection, batch, log, silenceMs = SILENCE_MS }: Options): OutboxRelay => {
  let client: pg.Client | undefined
  let holds = false
  let nextTry = 0
  let stopped = false

  const outage = logOutage(log, {
    level: 'warn',
    fails: 'the relay lost its connection',
    works: 'the relay is connected again',
  })
  const lose = (error: unknown): void => {
    if (!stopped) outage.failed(error)
    void client?.end().catch(() => undefined)
    client = undefined
    holds = false
    nextTry = performance.now() + RETRY_MS
  }

  const connect = async (): Promise<pg.Client> => {
    const opened = await openDirect({ ...connection, types: typeParsers }, 'relay')
    endWhenSilent(opened)
    limitSilence(opened, silenceMs)
    opened.on('end', () => {
      if (client === opened) lose(new Error('the connection ended'))
    })
    return opened
  }

  const tryLock = async (): Promise<void> => {
    if (holds || performance.now() < nextTry) return
    nextTry = performance.now() + RETRY_MS
    client ??= await connect()
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      advisoryLocks.outbox,
    ])
    holds = rows[0]?.held === true
    outage.worked()
  }

  return {
    get holds() {
      return holds
    },
    number: async () => {
      if (stopped) return undefined
      const heldBefore = holds
      const numbered: StreamEvent[] = []
      try {
        await tryLock()
        if (!holds || !client) return undefined
        let rows: StreamEvent[]
        do {
          ;({ rows } = await client.query<StreamEvent>(NUMBER_OUTBOX, [batch]))
          if (heldBefore) numbered.push(...rows.sort((a, b) => a.seq - b.seq))
        } while (rows.length === batch)
      } catch (error) {
        lose(error)
        return undefined
      }
      return heldBefore ? numbered : undefined
    },
    stop: async () => {
      stopped = true
      holds = false
      await client?.end().catch(() => undefined)
    },
  }
}
