import type { AcceptFacts } from '@remis/domain/booking/moves/accept'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { fullName } from '../../platform/database/schema/full-name.ts'
import { isFree, ofBookings, ofPairs, openAssignment } from './open-offer.ts'

interface Asked {
  /** of the booking */
  readonly id: string
  /** the driver */
  readonly who: { readonly id: string }
}

/** A driver's offer of a booking, locked after the booking; null: there never was one. */
export const lockOffer = async (tx: Tx, bookingId: string, driver: string) =>
  (await tx
    .selectFrom('offers')
    .select(['kind', 'offered_at as offeredAt', 'expires_at as expiresAt', 'outcome'])
    .where('booking_id', '=', bookingId)
    .where('driver_id', '=', driver)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** The offers of many pairs for the accept move, without locks. */
export const listOffersOfPairs = async (
  db: Kysely<Tables>,
  pairs: readonly Asked[],
): Promise<(pair: Asked) => AcceptFacts['offer']> => {
  const rows = await db
    .selectFrom('offers')
    .select(['booking_id', 'driver_id', 'offered_at as offeredAt', 'expires_at as expiresAt', 'outcome'])
    .where(ofPairs(pairs.map(({ id, who }) => ({ bookingId: id, driver: who.id }))))
    .execute()
  const byPair = new Map(rows.map((row) => [`${row.booking_id} ${row.driver_id}`, row]))
  return ({ id, who }) => byPair.get(`${id} ${who.id}`) ?? null
}

/**
 * The requested drivers of each booking: those with a live offer who are free and online, and reserved ones
 * [design/dispatch-21].
 */
export const listRequestedDrivers = async (
  db: Kysely<Tables>,
  bookingIds: readonly string[],
  now: number,
): Promise<Map<string, { readonly id: string; readonly name: string }[]>> => {
  const live = new Map<string, { id: string; name: string }[]>()
  if (bookingIds.length === 0) return live
  const rows = await db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.driver_id')
    .select(['booking_id', 'driver_id as id'])
    .select(fullName('users').as('name'))
    .where(ofBookings(bookingIds))
    .where('outcome', 'is', null)
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .where((eb) => eb.or([sql<boolean>`offered_at > ${new Date(now)}`, isFree]))
    .orderBy('offered_at')
    .execute()
  for (const { booking_id, id, name } of rows) live.set(booking_id, [...(live.get(booking_id) ?? []), { id, name }])
  return live
}

/** Drivers an admin assigned to this booking who can still accept it, now or from its release on. */
export const listAssignedDrivers = async (db: Kysely<Tables>, bookingId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('offers')
    .select('driver_id')
    .where('booking_id', '=', bookingId)
    .where(openAssignment('offers'))
    .execute()
  return rows.map((row) => row.driver_id)
}
