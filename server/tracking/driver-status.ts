import { sql, type Kysely } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { ActiveTrip } from './point-store.ts'

/** What the positions of a driver are judged by. */
export interface Whereabouts {
  /** the database's clock, ms */
  readonly now: number
  readonly trip: ActiveTrip | null
  /** the driver's switch is on: positions of drivers who are off are not stored */
  readonly online: boolean
}

interface Row {
  now: number
  online: boolean | null
  id: string | null
  status: ActiveTrip['status'] | null
  customer: string | null
  fleetadmin: string | null
}

const selectMany = async (db: Kysely<Tables>, drivers: readonly string[]): Promise<Whereabouts[]> => {
  const { rows } = await sql<Row>`
    select clock_timestamp() as now, u.driver_active_status as online, b.id, b.status, b.customer, b.fleetadmin
    from unnest(${[...drivers]}::uuid[]) with ordinality as asked (driver, place)
    left join users u on u.id = asked.driver
    left join bookings b on b.driver = asked.driver and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
    order by asked.place`.execute(db)
  return rows.map(({ now, online, id, status, customer, fleetadmin }) => ({
    now,
    online: online ?? false,
    trip: id === null || status === null || customer === null ? null : { bookingId: id, status, customer, fleetadmin },
  }))
}

/** Hundreds of drivers tell their positions every few seconds: what is asked at once costs one query. */
export const driverStatus: (db: Kysely<Tables>, driver: string) => Promise<Whereabouts> = batchPerDatabase(selectMany, {
  waitMs: 5,
})
