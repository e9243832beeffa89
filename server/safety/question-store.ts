import { unusualLimits, type Hint } from '@remis/domain/safety/unusual-trip'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { notAmong } from '../platform/database/schema/not-among.ts'

export interface StartedTrip {
  readonly id: string
  readonly driver: string
}

/** The trips that are on the way to their drop, in the order of their start, with the clock of the database, ms. */
export const listStartedTrips = async (db: Kysely<Tables>): Promise<{ now: number; trips: StartedTrip[] }> => {
  const { rows } = await sql<{ now: number; id: string | null; driver: string | null }>`
    select clock_timestamp() as now, b.id, b.driver from (select) one
    left join bookings b on b.status = 'STARTED' and b.driver is not null
    order by b.start_time`.execute(db)
  return {
    now: rows[0]?.now ?? 0,
    trips: rows.flatMap(({ id, driver }) => (id === null || driver === null ? [] : [{ id, driver }])),
  }
}

/** Pickup, drop and planned way of these bookings. */
export const listWays = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('bookings')
    .select(['id', 'pickup_lat', 'pickup_lng', 'drop_lat', 'drop_lng', 'coords'])
    .where('id', 'in', ids)
    .execute()

/**
 * Asks the rider of a started trip, unless a question is open, one was asked a short time ago, or there is an alert.
 * undefined: not asked.
 */
export const insertQuestion = async (tx: Tx, bookingId: string, hint: Hint) => {
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into safety_questions (id, booking_id, user_id, hint)
    select ${newId()}::uuid, b.id, b.customer, ${hint}::text from bookings b
    where b.id = ${bookingId} and b.status = 'STARTED'
      and not exists (select from safety_questions q where q.booking_id = b.id
        and q.asked_at > clock_timestamp() - ${sql.lit(unusualLimits.againMinutes)} * interval '1 minute')
      and not exists (select from safety_alerts a where a.booking_id = b.id and a.closed_at is null)
    on conflict (booking_id) where answer is null do nothing
    returning id, user_id`.execute(tx)
  return rows[0]
}

/**
 * The question that the person can answer: an open one, or one without an answer in time while the office's alert about
 * it is open [design/safety-21].
 */
export const findOpenQuestion = (db: Kysely<Tables>, bookingId: string, user: string) =>
  db
    .selectFrom('safety_questions as q')
    .select(['q.id', 'q.hint', 'q.asked_at'])
    .where('q.booking_id', '=', bookingId)
    .where('q.user_id', '=', user)
    .where(
      sql<boolean>`(q.answer is null or q.answer = 'none' and exists (select from safety_alerts a
        where a.booking_id = q.booking_id and a.user_id = q.user_id and a.kind = 'unanswered' and a.closed_at is null))`,
    )
    .orderBy('q.asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockQuestion = (tx: Tx, id: string) =>
  tx.selectFrom('safety_questions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setAnswer = async (tx: Tx, id: string, answer: 'fine' | 'help' | 'none' | 'over'): Promise<void> => {
  await tx
    .updateTable('safety_questions')
    .set({ answer, answered_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Ids of questions that were not answered in time, the oldest first, without those in `except`. */
export const listDueQuestions = (
  db: Kysely<Tables>,
  most: number,
  except: readonly string[],
): Promise<{ readonly id: string }[]> =>
  db
    .selectFrom('safety_questions')
    .select('id')
    .where('answer', 'is', null)
    .where('asked_at', '<=', sql<number>`now() - ${sql.lit(unusualLimits.answerMinutes)} * interval '1 minute'`)
    .where(notAmong('id', 'uuid', except))
    .orderBy('asked_at')
    .limit(most)
    .execute()
