import type { DriverAndCar, DriverFacts } from '@remis/domain/dispatch/driver'
import type { LatLng } from '@remis/domain/kit/distance'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { folded, likePattern, orderedName } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { isActiveDriver, isSuspended } from '../../platform/sessions/suspension.ts'
import { nameOf } from '../../platform/database/schema/full-name.ts'

/** Of `users`: a required document has ended, and the operator pauses such drivers [design/documents-10]. */
export const documentsExpired = sql<boolean>`case when users.documents_until <= clock_timestamp()
  then coalesce((select (s.data ->> 'pauseExpiredDrivers')::boolean from settings s), true) else false end`

const driversOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'first_name',
      'last_name',
      'mobile',
      'profile_image',
      'rating_average',
      'vehicle_number',
      'vehicle_make',
      'vehicle_model',
      'car_type_id',
      'fleetadmin',
      'approved',
      'driver_active_status',
      'queue',
    ])
    .select(isSuspended('users').as('suspended'))
    .select(documentsExpired.as('documents_expired'))
    .where('users.usertype', '=', 'driver')
    .where('users.deleted_at', 'is', null)

export type DriverRow = Awaited<ReturnType<ReturnType<typeof driversOf>['execute']>>[number]

export const selectDrivers = (db: Kysely<Tables>, ids: readonly string[]): Promise<DriverRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : driversOf(db)
        .where(sql<boolean>`users.id = any(${[...ids]}::uuid[])`)
        .execute()

/** The state in the index of the drivers of these bookings. */
export const selectStates = async (db: Kysely<Tables>, bookingIds: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'car_type_id as carType', 'queue as busy'])
    .where(sql<boolean>`id in (select driver from bookings where id = any(${bookingIds}::text[]))`)
    .execute()

/** Online, not on a trip, and neither went online nor sent a position within these minutes. */
const silentSince = (minutes: number) => sql<boolean>`users.driver_active_status and not users.queue
  and coalesce(users.online_at, '-infinity') < now() - ${minutes} * interval '1 minute'
  and not exists (select 1 from driver_positions p where p.driver_id = users.id
    and p.at >= now() - ${minutes} * interval '1 minute')`

export const selectSilent = async (db: Kysely<Tables>, minutes: number, limit: number): Promise<string[]> => {
  const rows = await driversOf(db).where(silentSince(minutes)).orderBy('online_at').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Locks the driver's row; false: no longer silent. */
export const lockSilent = async (tx: Tx, id: string, minutes: number): Promise<boolean> =>
  (await driversOf(tx)
    .where('users.id', '=', id)
    .where(silentSince(minutes))
    .forNoKeyUpdate('users')
    .executeTakeFirst()) !== undefined

/** More online drivers of one type are found by a search. */
const mostOfType = 1000

/**
 * Ids of approved, online drivers of a car type, about the nearest first and those without a stored position last;
 * `search` narrows to a name or a number plate.
 */
export const selectOfCarType = async (
  db: Kysely<Tables>,
  { carTypeId, pickup, search }: { readonly carTypeId: string; readonly pickup: LatLng; readonly search: string },
  most = mostOfType,
): Promise<string[]> => {
  const { lat, lng } = pickup
  // A flat map around the pickup: which ones are read, not how far they are.
  const east = sql`least(abs(p.lng - ${lng}), 360 - abs(p.lng - ${lng})) * cos(radians(${lat}))`
  const away = sql`(p.lat - ${lat}) ^ 2 + (${east}) ^ 2`
  let drivers = driversOf(db)
    .leftJoin('driver_positions as p', 'p.driver_id', 'users.id')
    .where('car_type_id', '=', carTypeId)
    .where(isActiveDriver('users'))
    .where((eb) => eb.not(documentsExpired))
    .where('driver_active_status', '=', true)
  if (search !== '') {
    const pattern = folded(sql.val(likePattern(search)))
    drivers = drivers.where((eb) =>
      eb.or([eb(orderedName('users'), 'like', pattern), eb(folded(sql.ref('vehicle_number')), 'like', pattern)]),
    )
  }
  return (await drivers.orderBy(away).orderBy('users.id').limit(most).execute()).map(({ id }) => id)
}

/** Locks the driver's row until the commit; lock the booking first [design/data-17]. */
export const lockDriver = (tx: Tx, id: string): Promise<DriverRow | undefined> =>
  driversOf(tx).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst()

export const toDriver = (row: DriverRow): DriverAndCar => ({
  id: row.id,
  name: nameOf(row),
  contact: row.mobile,
  image: row.profile_image,
  rating: row.rating_average,
  vehicleNumber: row.vehicle_number,
  vehicleMake: row.vehicle_make,
  vehicleModel: row.vehicle_model,
  carTypeId: row.car_type_id,
  fleetadmin: row.fleetadmin,
  // A suspended driver ends the trip and takes no other [design/people-6].
  approved: row.approved && !row.suspended,
  documentsExpired: row.documents_expired,
  active: row.driver_active_status,
  busy: row.queue,
})

/** The facts of a row with balance and position. */
export const toFacts = (row: DriverRow, more: Pick<DriverFacts, 'walletBalance' | 'position'>): DriverFacts => ({
  ...toDriver(row),
  ...more,
})
