import { sql, type Kysely } from 'kysely'
import { batchPerDatabase, inKeyOrder } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { FindRelationships } from '../platform/http/check-relation.ts'

interface Query {
  readonly id: string
  readonly person: string
}

interface Row {
  readonly place: number
  readonly customer: boolean
  readonly driver: boolean
  readonly fleet: boolean
  readonly offered: boolean
}

const selectRelationships = async (db: Kysely<Tables>, queries: readonly Query[]): Promise<(Row | undefined)[]> => {
  const { rows } = await sql<Row>`
    select asked.place::int as place, b.customer = asked.person as customer,
      coalesce(b.driver = asked.person, false) as driver, coalesce(b.fleetadmin = asked.person, false) as fleet,
      exists (select from offers o where o.booking_id = b.id and o.driver_id = asked.person) as offered
    from unnest(${queries.map(({ id }) => id)}::text[], ${queries.map(({ person }) => person)}::uuid[])
      with ordinality as asked (booking, person, place)
    join bookings b on b.id = asked.booking`.execute(db)
  return inKeyOrder(queries, rows)
}

const findRow = batchPerDatabase(selectRelationships, { parallel: 3 })

/** A driver is `offered` once there is an offer of the booking to them, whatever became of it. */
export const bookingRelationships: FindRelationships<'booking'> = async (db, { id, who }) => {
  const row = await findRow(db, { id, person: who.id })
  if (row === undefined) return []
  return [
    ...(row.customer ? (['customer'] as const) : []),
    ...(row.driver ? (['driver'] as const) : []),
    ...(row.fleet ? (['fleet'] as const) : []),
    ...(row.offered ? (['offered'] as const) : []),
    ...(who.role === 'admin' ? (['admin'] as const) : []),
  ]
}
