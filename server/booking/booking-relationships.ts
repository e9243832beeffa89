import { sql, type Kysely } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { FindRelationships } from '../platform/http/check-relation.ts'

interface Row {
  readonly id: string
  readonly customer: string
  readonly driver: string | null
  readonly fleetadmin: string | null
  readonly offered: readonly string[]
}

const selectParties = async (db: Kysely<Tables>, ids: readonly string[]): Promise<(Row | undefined)[]> => {
  // JSON is parsed by the engine, faster than the driver's array parser.
  const { rows } = await sql<Row>`
    select b.id, b.customer, b.driver, b.fleetadmin,
      to_json(array(select o.driver_id from offers o where o.booking_id = b.id)) as offered
    from bookings b where b.id = any(${[...new Set(ids)]}::text[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

const findRow = batchPerDatabase(selectParties, { parallel: 3 })

const readParties: NonNullable<FindRelationships<'booking'>['ahead']> = async (db, id) => {
  const row = await findRow(db, id)
  return ({ id: person, role }) =>
    row === undefined
      ? []
      : [
          ...(role === 'rider' && row.customer === person ? (['customer'] as const) : []),
          ...(role === 'driver' && row.driver === person ? (['driver'] as const) : []),
          ...(role === 'fleetadmin' && row.fleetadmin === person ? (['fleet'] as const) : []),
          ...(role === 'driver' && row.offered.includes(person) ? (['offered'] as const) : []),
          ...(role === 'admin' ? (['admin'] as const) : []),
        ]
}

const findRelationships: FindRelationships<'booking'> = async (db, { id, who }) => (await readParties(db, id))(who)

/**
 * Each relationship needs its role, because the view depends on the present role: after a role change, a former driver
 * would get the rider's view [design/access-92]. A driver is `offered` once the booking has been offered to them,
 * whatever the outcome. Read beside the session, because every move of a trip waits for it.
 */
export const bookingRelationships: FindRelationships<'booking'> = Object.assign(findRelationships, {
  ahead: readParties,
})
