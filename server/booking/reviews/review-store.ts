import {
  checkedFlags,
  reviewDays,
  type ReviewFacts,
  type ReviewReason,
} from '@remis/domain/booking/final-fare/trip-review'
import { endedStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

interface EndedTrip {
  readonly id: string
  readonly customer: string
  readonly driver: string
  readonly promo_applied: boolean
}

/**
 * The number of the driver's new riders within `reviewDays`; 0 if the rider of this trip is not new
 * [design/moves-107].
 */
const newRiders = ({ id, driver, promo_applied }: EndedTrip, paysBonus: boolean) => {
  if (!promo_applied && !paysBonus) return sql`0`
  return sql`coalesce((
    select count(distinct b.customer)::int from bookings b join users u on u.id = b.customer
    where b.driver = ${driver} and b.end_time > now() - ${reviewDays} * interval '1 day'
      and u.mobile_verified_at is null
      and (b.promo_applied or (${paysBonus} and u.signup_via_referral <> ${driver}))
      and not exists (select from bookings o
        where o.customer = b.customer and o.driver <> ${driver} and o.end_time is not null)
    having bool_or(b.id = ${id} and (b.promo_applied or not exists (select from ledger_transactions l
      where l.kind = 'referral' and l.reference = u.id::text)))), 0)`
}

/** `trips` and `withPromo` do not include this trip. */
export const selectReviewFacts = async (
  db: Kysely<Tables>,
  trip: EndedTrip,
  paysBonus: boolean,
): Promise<ReviewFacts> => {
  // Ended within the days, so booked some time before: the index is on the customer and that date.
  const { rows } = await sql<ReviewFacts>`
    select count(*)::int as trips, (count(*) filter (where promo_applied))::int as "withPromo",
      exists (select from known_devices r join known_devices d using (token_hash)
        where r.user_id = ${trip.customer} and d.user_id = ${trip.driver}) as "sameDevice",
      ${newRiders(trip, paysBonus)} as "newRiders" from bookings
    where customer = ${trip.customer} and driver = ${trip.driver} and id <> ${trip.id}
      and end_time > now() - ${reviewDays} * interval '1 day'`.execute(db)
  return rows[0] ?? { trips: 0, withPromo: 0, sameDevice: false, newRiders: 0 }
}

export const insertReview = async (
  tx: Tx,
  review: { readonly bookingId: string; readonly driver: string; readonly reasons: readonly ReviewReason[] },
): Promise<void> => {
  await tx
    .insertInto('trip_reviews')
    .values({ booking_id: review.bookingId, driver_id: review.driver, reasons: [...review.reasons] })
    .execute()
}

/**
 * What a trip added to the driver's wallet, less what was taken back, minor units, at least 0. Cash for the rider's
 * older debt is not of the trip: the driver has it in hand [design/privacy-39].
 */
const gained = sql<number>`greatest(0, coalesce((
  select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.booking_id = r.booking_id and t.kind <> 'debt-cash' and e.account = 'wallet' and e.holder = r.driver_id::text), 0))::bigint`

/** Minor units that this driver cannot withdraw yet. Exact while the driver's wallet is locked. */
export const sumWithheld = async (db: Kysely<Tables>, driver: string): Promise<number> => {
  const { rows } = await sql<{ withheld: number }>`
    select coalesce(sum(${gained}), 0)::bigint as withheld from trip_reviews r
    where r.driver_id = ${driver} and r.released_at is null`.execute(db)
  return rows[0]?.withheld ?? 0
}

export const selectReview = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('trip_reviews as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('users as u', 'u.id', 'r.released_by')
    .select(['r.driver_id', 'r.reasons', 'r.found_at', 'r.released_at', 'b.currency'])
    .select(fullName<string | null>('u').as('released_by'))
    .select(sql<number>`case when r.released_at is null then ${gained} else 0 end`.as('withheld'))
    .where('r.booking_id', '=', bookingId)
    .executeTakeFirst()

export const hasReview = async (db: Kysely<Tables>, bookingId: string): Promise<boolean> =>
  (await db.selectFrom('trip_reviews').select('booking_id').where('booking_id', '=', bookingId).executeTakeFirst()) !==
  undefined

/** Marks a waiting trip as released. False: it does not wait. */
export const markReleased = async (tx: Tx, bookingId: string, by: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('trip_reviews')
    .set({ released_at: sql<Date>`clock_timestamp()`, released_by: by })
    .where('booking_id', '=', bookingId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who checked a booking's fare, and when; undefined: the trip has not ended, or its fare has no flag to check. */
export const selectFareCheck = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('bookings as b')
    .leftJoin('users as u', 'u.id', 'b.fare_checked_by')
    .select('b.fare_checked_at as at')
    .select(fullName<string | null>('u').as('by'))
    .where('b.id', '=', bookingId)
    .where('b.status', 'in', endedStatuses)
    .where(sql<boolean>`b.fare_flags && ${[...checkedFlags]}::text[]`)
    .executeTakeFirst()
