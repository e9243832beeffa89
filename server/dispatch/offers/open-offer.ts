import { sql } from 'kysely'

/** Of the row `offer` of offers: it can still be accepted, a reservation from the release on. */
export const openOffer = (offer: string) =>
  sql<boolean>`(${sql.ref(`${offer}.outcome`)} is null and ${sql.ref(`${offer}.expires_at`)} > clock_timestamp())`

/** The same for the offer of a driver an admin assigned. */
export const openAssignment = (offer: string) =>
  sql<boolean>`(${sql.ref(`${offer}.kind`)} = 'assign' and ${openOffer(offer)})`

/** Condition on `users`: the driver is online and free. */
export const isFree = sql<boolean>`(users.driver_active_status and not users.queue)`

export interface Pair {
  readonly bookingId: string
  readonly driver: string
}

/** Condition on `offers`: one of these pairs. */
export const ofPairs = (pairs: readonly Pair[]) =>
  sql<boolean>`(offers.booking_id, offers.driver_id) in (select * from unnest(
    ${pairs.map(({ bookingId }) => bookingId)}::text[], ${pairs.map(({ driver }) => driver)}::uuid[]))`

/** Condition on `offers`: of one of these bookings. */
export const ofBookings = (ids: readonly string[]) => sql<boolean>`offers.booking_id = any(${[...ids]}::text[])`
