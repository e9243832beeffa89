import { sql, type Kysely } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'
import { writeAtCommit } from '../database/pipeline/pipeline.ts'

/** A room of the live layer (`user:<id>`, `role:admin`, `fleet:<id>`): derived from the session, never asked for by name. */
export type Room = string

export interface OutboxEntry {
  /** Names a live event: `booking`, `offer`, `wallet`, `notice`. Exactly one `booking` row per booking event. */
  readonly kind: string
  /** Id of what changed. */
  readonly subject: string
  /** The subject's version where it has one. */
  readonly version?: number
  /** Who may hear it at the time of writing; judged again when it is sent and replayed. */
  readonly audience: readonly Room[]
}

/** What a transaction has added so far: one statement at its end writes it. */
const gathered = new WeakMap<Tx, OutboxEntry[]>()

/**
 * Writes rows into the transaction that makes them true. They hold no data: the view of each listener is rendered when
 * sent. Their sequence number is given after the commit by the relay.
 */
export const addToOutbox = async (tx: Tx, ...entries: readonly OutboxEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const known = gathered.get(tx)
  if (known !== undefined) {
    known.push(...entries)
    return
  }
  const own = [...entries]
  gathered.set(tx, own)
  await writeAtCommit(tx, () => {
    gathered.delete(tx)
    return insertEntries(tx, own)
  })
}

/** The same within a statement that finds out itself what has changed; kind, subject and audience follow. */
export const intoOutbox = sql`insert into outbox (kind, subject, audience)`

const insertEntries = async (tx: Tx, entries: readonly OutboxEntry[]): Promise<void> => {
  await tx
    .insertInto('outbox')
    .values(
      entries.map(({ kind, subject, version, audience }) => ({
        kind,
        subject,
        version: version ?? null,
        audience: [...new Set(audience)],
      })),
    )
    .execute()
}

/**
 * Writers only insert, so they share no lock; a row gets its number after its commit, in the order of ids (recipes §6).
 * The last number is never deleted (see `sweepOutbox`), so numbers go on for ever.
 */
export const NUMBER_OUTBOX = `
  with fresh as (select id, row_number() over (order by id) as k from outbox where seq is null order by id limit $1),
    top as (select coalesce(max(seq), 0) as m from outbox)
  update outbox o set seq = top.m + fresh.k from fresh, top where o.id = fresh.id`

/** Removes what is past its time, but never the last number: the next one counts on from it. A task of the sweeper. */
export const sweepOutbox = async (db: Kysely<Tables>, hours: number): Promise<void> => {
  await sql`delete from outbox where at < clock_timestamp() - ${hours} * interval '1 hour'
    and seq < (select max(seq) from outbox)`.execute(db)
}
