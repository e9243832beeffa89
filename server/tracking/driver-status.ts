import { busyStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'
import type { ActiveTrip } from './point-store.ts'

/** What the positions of a driver are judged with. */
export interface DriverStatus {
  /** database clock, ms */
  readonly now: number
  readonly trip: ActiveTrip | null
  /** the online switch; positions of offline drivers are not stored */
  readonly online: boolean
  readonly carType: string | null
  /** the session in which the driver last made a move of a trip or went online */
  readonly mover: string | null
}

interface Row {
  now: number
  online: boolean | null
  car_type: string | null
  mover: string | null
  id: string | null
  status: ActiveTrip['status'] | null
  customer: string | null
  fleetadmin: string | null
  lat: number | null
  lng: number | null
  confirmed: boolean
}

const selectMany = async (db: Kysely<Tables>, drivers: readonly string[]): Promise<DriverStatus[]> => {
  const { rows } = await sql<Row>`
    select clock_timestamp() as now, u.driver_active_status as online, u.car_type_id as car_type,
      u.mover_session as mover, b.id, b.status, b.customer, b.fleetadmin, b.pickup_lat as lat,
      b.pickup_lng as lng, b.arrival_confirmed_at is not null as confirmed
    from unnest(${[...drivers]}::uuid[]) with ordinality as asked (driver, place)
    left join users u on u.id = asked.driver
    left join bookings b on b.driver = asked.driver and ${statusIn('b.status', busyStatuses)}
    order by asked.place`.execute(db)
  return rows.map(({ now, online, car_type, mover, id, status, customer, fleetadmin, lat, lng, confirmed }) => ({
    now,
    online: online ?? false,
    carType: car_type,
    mover,
    trip:
      id === null || status === null || customer === null || lat === null || lng === null
        ? null
        : { bookingId: id, status, customer, fleetadmin, pickup: { lat, lng }, arrivalConfirmed: confirmed },
  }))
}

/**
 * Calls within 20 ms share one query: hundreds of drivers send positions every few seconds, and devices do not wait.
 */
export const driverStatus: (db: Kysely<Tables>, driver: string) => Promise<DriverStatus> = batchPerDatabase(
  selectMany,
  { waitMs: 20 },
)
