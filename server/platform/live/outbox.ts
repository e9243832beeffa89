import { sql, type Kysely } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'
import { writeAtCommit } from '../database/pipeline/pipeline.ts'

/** A room of the live layer (`user:<id>`, `role:admin`, `fleet:<id>`); made by `room` of domain/live/live-events. */
export type Room = string

export interface OutboxEntry {
  /**
   * The live event, such as `booking` or `wallet`, or one for consumers alone: `trip-review`. Exactly one versioned
   * `booking` row exists per booking event [invariants-E1].
   */
  readonly kind: string
  /** Id of the changed object. */
  readonly subject: string
  /** The subject's version if it has one. */
  readonly version?: number
  /** The rooms at the time of writing; the rule is applied again when it is sent and replayed [design/live-3]. */
  readonly audience: readonly Room[]
}

/** Entries of open transactions; one statement at the commit writes them. */
const pendingEntries = new WeakMap<Tx, OutboxEntry[]>()

/**
 * Adds events to the transaction of their change. They hold no data: each viewer's view is rendered when sent. The
 * relay numbers them after the commit.
 */
export const addToOutbox = async (tx: Tx, ...entries: readonly OutboxEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const known = pendingEntries.get(tx)
  if (known !== undefined) {
    known.push(...entries)
    return
  }
  const own = [...entries]
  pendingEntries.set(tx, own)
  await writeAtCommit(tx, () => {
    pendingEntries.delete(tx)
    return insertEntries(tx, own)
  })
}

/** For a statement that determines the changed rows itself; a select of kind, subject and audience follows. */
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
 * Writers only insert, so they share no lock; rows are numbered after their commit, in the order of ids
 * [design/data-25]. The numbered rows are returned in any order. The last number is never deleted (see `sweepOutbox`),
 * so that numbers always rise.
 */
export const NUMBER_OUTBOX = `
  with fresh as (select id, row_number() over (order by id) as k from outbox where seq is null order by id limit $1),
    top as (select coalesce(max(seq), 0) as m from outbox)
  update outbox o set seq = top.m + fresh.k from fresh, top where o.id = fresh.id
  returning o.seq, o.kind, o.subject, o.version, o.at, to_json(o.audience) as audience`

/**
 * Deletes old events, but never the last number, which the next one follows, and none that one of these durable
 * consumers has not handled: a referral bonus of a consumer that failed for a day would be lost. A task of the sweeper.
 */
export const sweepOutbox = async (
  db: Kysely<Tables>,
  hours: number,
  consumers: readonly string[] = [],
): Promise<void> => {
  await sql`delete from outbox where at < now() - ${hours} * interval '1 hour'
    and seq < (select max(seq) from outbox)
    and seq <= (select coalesce(min(seq), 9223372036854775807) from stream_cursors
      where name = any(${[...consumers]}::text[]))`.execute(db)
}

/** By durable consumer: how many events it is behind the last one. */
export const countWaiting = async (db: Kysely<Tables>): Promise<{ name: string; waiting: number }[]> => {
  const { rows } = await sql<{ name: string; waiting: number }>`
    select name, greatest(0, (select max(seq) from outbox) - seq)::int as waiting
    from stream_cursors order by name`.execute(db)
  return rows
}
