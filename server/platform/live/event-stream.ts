import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from '../database/database.ts'
import { batchPerDatabase } from '../database/batch.ts'
import type { Limits } from '../runtime/limits.ts'
import { logOutage } from '../runtime/log-outage.ts'
import type { Logger } from '../runtime/logger.ts'
import { openRelay } from './outbox-relay.ts'
import type { Tables } from '../database/schema.ts'

/** A committed change with its sequence number. It names the subject and holds no data. */
export interface StreamEvent {
  readonly seq: number
  readonly kind: string
  readonly subject: string
  readonly version: number | null
  readonly audience: readonly string[]
  readonly at: number
}

export interface EventStream {
  /** Stored in the database and changed after a pause: numbers of another epoch are not comparable. */
  readonly epoch: string
  /** Number of the last event delivered to subscribers of this node. */
  readonly cursor: number
  /** Reads now, without waiting for the next poll. */
  poke(): void
  /**
   * Called in order with every batch after the cursor. It must not throw and should not wait: queue what takes time.
   */
  subscribe(listener: (events: readonly StreamEvent[]) => void): () => void
  /** ms since it was last read without a committed event that waits for its number. */
  idleMs(): number
  stop(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly direct: pg.ClientConfig
  readonly limits: Limits['live']
  readonly log: Logger
}

const columns = ['seq', 'kind', 'subject', 'version', 'at'] as const
// Hundreds of rooms: JSON is parsed by the engine, faster than the driver's array parser.
const audience = sql<readonly string[]>`to_json(audience)`.as('audience')

/** Events after `after` up to `until`, at most `limit`; only those for one of `rooms` where given. */
export const readEvents = async (
  db: Kysely<Tables>,
  query: { after: number; until?: number; limit: number; rooms?: readonly string[] },
): Promise<StreamEvent[]> => {
  let select = db
    .selectFrom('outbox')
    .select([...columns, audience])
    .where('seq', '>', query.after)
  if (query.until !== undefined) select = select.where('seq', '<=', query.until)
  if (query.rooms) select = select.where(sql<boolean>`audience && ${[...query.rooms]}::text[]`)
  const rows = await select.orderBy('seq').limit(query.limit).execute()
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }))
}

interface Kept {
  readonly oldest: number
  readonly newest: number
  /** the database's clock, ms */
  readonly now: number
}

/** The range of numbers that can still be read; 1 to 0 when there is none. */
export const readKept = async (db: Kysely<Tables>): Promise<Kept> => {
  const { rows } = await sql<{ oldest: number | null; newest: number | null; now: number }>`
    select min(seq) as oldest, max(seq) as newest, clock_timestamp() as now from outbox`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no time')
  return { oldest: row.oldest ?? 1, newest: row.newest ?? 0, now: row.now }
}

/** `readKept`, batched for many connections that resume at once. */
export const readKeptBatched: (db: Kysely<Tables>, key: undefined) => Promise<Kept> = batchPerDatabase(
  async (db: Kysely<Tables>, keys: readonly undefined[]) => {
    const kept = await readKept(db)
    return keys.map(() => kept)
  },
)

/**
 * The relay numbers an event within its pause between two tries to connect. When one waits longer, the stream counts as
 * stale.
 */
const waitsTooLongMs = 2000

const isNumberMissing = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ missing: boolean }>`select exists (select from outbox
    where seq is null and at < now() - ${waitsTooLongMs} * interval '1 millisecond') as missing`.execute(db)
  return rows[0]?.missing ?? true
}

/** Longer than a restart takes. */
const restartMinutes = 10

/**
 * A new epoch where the last event is old: the database may be a backup, which gives the numbers after its last event
 * again [design/data-26].
 */
const ensureEpoch = async (db: Kysely<Tables>): Promise<string> => {
  await sql`insert into live_epoch (id, epoch) values (1, ${randomUUID()})
    on conflict (id) do update set epoch = excluded.epoch
    where not exists (select from outbox where at > clock_timestamp() - ${restartMinutes} * interval '1 minute')`.execute(
    db,
  )
  return (await db.selectFrom('live_epoch').select('epoch').executeTakeFirstOrThrow()).epoch
}

/** The next start writes another epoch: for a database that is known to be a restored backup [design/data-26]. */
export const forgetEpoch = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('live_epoch').execute()
}

/**
 * Follows the outbox: one node numbers committed rows, every node delivers them in order. Commits of this node poke it;
 * commits of other nodes are found by polling.
 */
export const startEventStream = async ({ db, direct, limits, log }: Options): Promise<EventStream> => {
  const epoch = await ensureEpoch(db.jobs)
  const relay = openRelay({ connection: direct, batch: limits.batch, log })
  const listeners = new Set<(events: readonly StreamEvent[]) => void>()
  let cursor = (await readKept(db.jobs)).newest
  let lastRound = performance.now()
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const deliver = (events: readonly StreamEvent[]): void => {
    cursor = events.at(-1)?.seq ?? cursor
    for (const listener of listeners) {
      try {
        listener(events)
      } catch (error) {
        log.error({ err: error }, 'a subscriber of the event stream failed')
      }
    }
  }

  const readAll = async (): Promise<void> => {
    let events: StreamEvent[]
    do {
      events = await readEvents(db.live, { after: cursor, limit: limits.batch })
      if (events.length > 0 && !stopped) deliver(events)
    } while (events.length === limits.batch && !stopped)
  }

  // Whether everything with a number was delivered when this node last numbered events.
  let complete = false
  const round = async (): Promise<void> => {
    const numbered = await relay.number()
    if (numbered === undefined || !complete) {
      complete = false
      await readAll()
      complete = numbered !== undefined
    } else if (numbered.length > 0 && !stopped) deliver(numbered)
    if (numbered !== undefined || !(await isNumberMissing(db.live))) lastRound = performance.now()
  }

  const outage = logOutage(log, {
    level: 'warn',
    fails: 'the event stream could not be read',
    works: 'the event stream is read again',
  })
  const run = async (): Promise<void> => {
    do {
      again = false
      await round().then(outage.worked, outage.failed)
      await sleep(limits.gapMs)
    } while (again && !stopped)
    running = undefined
  }

  const poke = (): void => {
    if (stopped) return
    if (running) again = true
    else running = run()
  }

  const timer = setInterval(poke, limits.pollMs)
  const unlisten = db.onCommit(poke)
  poke()
  return {
    epoch,
    get cursor() {
      return cursor
    },
    poke,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    idleMs: () => performance.now() - lastRound,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      unlisten()
      await running
      await relay.stop()
    },
  }
}
