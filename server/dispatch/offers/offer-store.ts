import type { OpenOffer } from '@remis/domain/dispatch/search'
import { room } from '@remis/domain/live/live-events'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import { intoOutbox } from '../../platform/live/outbox.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { isActiveDriver } from '../../platform/sessions/suspension.ts'
import { awaitsDeletion } from '../../privacy/erasure/awaits-deletion.ts'
import { documentsExpired } from '../drivers/driver-store.ts'
import { isFree, ofBookings, ofPairs, openAssignment, type Pair } from './open-offer.ts'

export interface OfferToMake {
  readonly driver: string
  /** 1 for the first drivers asked in the search */
  readonly wave: number
  /** when the driver was asked first in this search, ms */
  readonly askedAt: number
  /** km of the straight line; `pickupTime`: seconds by road */
  readonly pickupDistance: number
  readonly pickupTime: number | null
}

/**
 * Makes or renews offers of a booking's search. Declined and live offers stay as they are. Returns the drivers with a
 * changed offer.
 */
export const upsertOffers = async (
  tx: Tx,
  bookingId: string,
  offers: readonly OfferToMake[],
  { search, ...life }: { readonly search: number; readonly now: number; readonly expiresAt: number },
): Promise<string[]> => {
  if (offers.length === 0) return []
  const now = new Date(life.now)
  const column = <K extends keyof OfferToMake>(name: K) => offers.map((offer) => offer[name])
  const rows = await tx
    .insertInto('offers')
    .columns([
      ...(['id', 'booking_id', 'driver_id', 'search', 'offered_at', 'expires_at'] as const),
      ...(['pickup_distance', 'pickup_time', 'wave', 'asked_at'] as const),
    ])
    // As arrays: with two hundred rows, one parameter per value costs more than the rows themselves.
    .expression(
      sql`select id, ${bookingId}, driver, ${search}::int, ${now}::timestamptz, ${new Date(life.expiresAt)}::timestamptz,
          km, seconds, wave, to_timestamp(asked / 1000.0)
        from unnest(${offers.map(() => newId())}::uuid[], ${column('driver')}::uuid[], ${column('pickupDistance')}::float8[],
          ${column('pickupTime')}::int[], ${column('wave')}::int[], ${column('askedAt')}::float8[])
          as made (id, driver, km, seconds, wave, asked)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['booking_id', 'driver_id'])
        .doUpdateSet({
          offered_at: (eb) => eb.ref('excluded.offered_at'),
          expires_at: (eb) => eb.ref('excluded.expires_at'),
          kind: (eb) => eb.ref('excluded.kind'),
          search: (eb) => eb.ref('excluded.search'),
          wave: (eb) => eb.ref('excluded.wave'),
          asked_at: (eb) => eb.ref('excluded.asked_at'),
          pickup_distance: (eb) => eb.ref('excluded.pickup_distance'),
          pickup_time: (eb) => eb.ref('excluded.pickup_time'),
          shown: (eb) => eb('offers.shown', '+', 1),
          outcome: null,
          closed_at: null,
        })
        .where(
          sql<boolean>`not (offers.outcome is not distinct from 'declined'
            and (offers.kind = 'assign' or offers.search = excluded.search))`,
        )
        .where(sql<boolean>`not (offers.outcome is null and offers.expires_at > ${now})`),
    )
    .returning('driver_id as driver')
    .execute()
  return rows.map(({ driver }) => driver)
}

/**
 * Assigns a driver, which replaces an existing offer, even a declined one. It can be accepted in [opensAt, expiresAt).
 */
export const upsertAssigned = async (
  tx: Tx,
  bookingId: string,
  { driver, pickupDistance, pickupTime }: Pick<OfferToMake, 'driver' | 'pickupDistance' | 'pickupTime'>,
  life: { readonly opensAt: number; readonly expiresAt: number },
): Promise<void> => {
  const row = {
    kind: 'assign' as const,
    wave: null,
    offered_at: new Date(life.opensAt),
    expires_at: new Date(life.expiresAt),
    pickup_distance: pickupDistance,
    pickup_time: pickupTime,
  }
  await tx
    .insertInto('offers')
    .values({ ...row, id: newId(), booking_id: bookingId, driver_id: driver })
    .onConflict((conflict) =>
      conflict
        .columns(['booking_id', 'driver_id'])
        .doUpdateSet({ ...row, shown: (eb) => eb('offers.shown', '+', 1), outcome: null, closed_at: null }),
    )
    .execute()
}

const roomOfDriver = sql`${room.user('')}::text || driver_id`

interface Closing {
  readonly accepted: string | null
  /** leaves the offers of assigned drivers */
  readonly keepAssigned?: boolean
}

/** Closes the open offers of a booking, the winner's as accepted, with the live event for the drivers. */
export const updateClosed = async (
  tx: Tx,
  bookingId: string,
  { accepted, keepAssigned = false }: Closing,
): Promise<void> => {
  await sql`
    with closed as (
      update offers set outcome = case when driver_id = ${accepted}::uuid then 'accepted' else 'closed' end,
                        closed_at = clock_timestamp()
      where booking_id = ${bookingId} and outcome is null ${keepAssigned ? sql`and kind = 'dispatch'` : sql``}
      returning driver_id
    )
    ${intoOutbox} select 'offer', ${bookingId}, array_agg(${roomOfDriver}) from closed having count(*) > 0`.execute(tx)
}

/** Declines an open offer. False: there was none. */
export const updateDeclined = async (tx: Tx, bookingId: string, driver: string): Promise<boolean> => {
  const { rows } = await sql`
    update offers set outcome = 'declined', closed_at = clock_timestamp()
    where booking_id = ${bookingId} and driver_id = ${driver} and outcome is null returning 1`.execute(tx)
  return rows.length === 1
}

/** Closes the offer of an assigned driver who can still accept, now or from the release on. False: there was none. */
export const updateUnassigned = async (tx: Tx, bookingId: string, driver: string): Promise<boolean> => {
  const { rows } = await sql`
    update offers set outcome = 'closed', closed_at = clock_timestamp()
    where booking_id = ${bookingId} and driver_id = ${driver} and ${openAssignment('offers')} returning 1`.execute(tx)
  return rows.length === 1
}

export interface AssignedOffer {
  readonly id: string
  readonly bookingId: string
  readonly driver: string
}

/** Condition on `users` and `bookings`: the person cannot drive, or not this ride. */
const hasLeft = sql<boolean>`(not ${isActiveDriver('users')} or ${awaitsDeletion('users')} or ${documentsExpired}
  or users.car_type_id is distinct from bookings.car_type_id)`

/**
 * Open assigned offers of drivers who left or cannot drive the ride, earliest first. `except`: booking ids to skip;
 * `driver`: only this one.
 */
export const selectAssignedOfLeavers = (
  db: Kysely<Tables>,
  { limit, except, driver }: { readonly limit: number; readonly except: readonly string[]; readonly driver?: string },
): Promise<AssignedOffer[]> => {
  const query = db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.driver_id')
    .innerJoin('bookings', 'bookings.id', 'offers.booking_id')
    .select(['offers.id', 'offers.booking_id as bookingId', 'offers.driver_id as driver'])
    .where(openAssignment('offers'))
    .where(hasLeft)
    .where(notAmong('offers.id', 'uuid', except))
    .orderBy('offers.offered_at')
    .limit(limit)
  return (driver === undefined ? query : query.where('offers.driver_id', '=', driver)).execute()
}

/** Closes such an offer; false if it is closed already or the driver is back. */
export const updateAssignedOfLeaver = async (tx: Tx, bookingId: string, driver: string): Promise<boolean> => {
  const { rows } = await sql`
    update offers set outcome = 'closed', closed_at = clock_timestamp() from users, bookings
    where users.id = offers.driver_id and bookings.id = offers.booking_id and booking_id = ${bookingId} and driver_id = ${driver}
      and ${openAssignment('offers')} and ${hasLeft} returning 1`.execute(tx)
  return rows.length === 1
}

/**
 * Closes the open offers of these drivers, expired ones too, of bookings that are not locked, with the live events: one
 * statement, so there is no round trip in between. Reservations are kept.
 */
export const updateClosedOfDrivers = async (tx: Tx, drivers: readonly string[]): Promise<void> => {
  const open = sql`driver_id = any(${drivers}::uuid[]) and outcome is null and offered_at <= clock_timestamp()`
  await sql`
    with idle as materialized (
      select id from bookings where id in (select booking_id from offers where ${open}) for no key update skip locked
    ), closed as (
      update offers set outcome = 'closed', closed_at = clock_timestamp()
      from idle where booking_id = idle.id and ${open}
      returning booking_id, driver_id, offered_at
    )
    ${intoOutbox} select 'offer', booking_id, array_agg(${roomOfDriver} order by driver_id)
      from closed group by booking_id order by min(offered_at)`.execute(tx)
}

const columns = [
  'booking_id',
  'driver_id',
  'kind',
  'search',
  'wave',
  'asked_at',
  'offered_at',
  'expires_at',
  'outcome',
  'pickup_distance',
  'pickup_time',
] as const

export const selectOffers = (db: Kysely<Tables>, bookingIds: readonly string[]) =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('offers').select(columns).where(ofBookings(bookingIds)).orderBy('offered_at').execute()

export type OfferRow = Awaited<ReturnType<typeof selectOffers>>[number]

/** The offers that their driver can accept at this moment: of NEW bookings, while the driver is free and online. */
const acceptableAt = (db: Kysely<Tables>, at: RawBuilder<unknown>) =>
  db
    .selectFrom('offers')
    .innerJoin('bookings', 'bookings.id', 'offers.booking_id')
    .innerJoin('users', 'users.id', 'offers.driver_id')
    .select(columns.map((column) => `offers.${column}` as const))
    .where('offers.outcome', 'is', null)
    .where(sql<boolean>`offers.offered_at <= ${at} and offers.expires_at > ${at}`)
    .where('bookings.status', '=', 'NEW')
    .where(isFree)

/** The offers one driver can accept now. */
export const selectLiveOf = (db: Kysely<Tables>, driver: string, now: number) =>
  acceptableAt(db, sql`${new Date(now)}`)
    .where('offers.driver_id', '=', driver)
    .orderBy('offers.offered_at')
    .execute()

/** The offers of these pairs that the driver can accept now, by the database's clock. */
export const selectLivePairs = (db: Kysely<Tables>, pairs: readonly Pair[]): Promise<OfferRow[]> =>
  acceptableAt(db, sql`clock_timestamp()`)
    .where(ofPairs(pairs))
    .execute()

/** The driver's reservations that cannot be accepted yet, earliest first. */
export const selectReservedOf = (db: Kysely<Tables>, driver: string, now: number) =>
  db
    .selectFrom('offers')
    .innerJoin('bookings', 'bookings.id', 'offers.booking_id')
    .select(columns.map((column) => `offers.${column}` as const))
    .where('offers.driver_id', '=', driver)
    .where('offers.outcome', 'is', null)
    .where(sql<boolean>`offers.offered_at > ${new Date(now)}`)
    .where('bookings.status', '=', 'NEW')
    .orderBy('offers.offered_at')
    .execute()

export const toOpenOffer = (row: OfferRow): OpenOffer => ({
  driver: row.driver_id,
  kind: row.kind,
  search: row.search,
  wave: row.wave,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  outcome: row.outcome,
})

/** The offer that was accepted stays: it proves the accept [invariants-T6]. */
export const deleteOldOffers = async (db: Kysely<Tables>, days: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from offers where id in (select id from offers
      where outcome is distinct from 'accepted' and expires_at < now() - ${days} * interval '1 day'
      order by expires_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
