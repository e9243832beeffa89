import type { FareExplanation } from '@remis/domain/booking/booking'
import type { carTypeSorts } from '@remis/domain/fare/fare-routes'
import { paidStatuses, unsettledStatuses } from '@remis/domain/booking/statuses'
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import { byText } from '../platform/database/search-words.ts'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

const cars = (db: Kysely<Tables>) => db.selectFrom('car_types').selectAll()

export type CarTypeRow = Awaited<ReturnType<typeof selectCarTypes>>[number]

/** Active car types in the operator's order; an archived one is not active. */
export const selectCarTypes = (db: Kysely<Tables>) =>
  cars(db).where('active', '=', true).orderBy('position').orderBy('name').execute()

export const selectCarType = (db: Kysely<Tables>, id: string) => cars(db).where('id', '=', id).executeTakeFirst()

export const insertCarType = async (tx: Tx, row: Insertable<Tables['car_types']>): Promise<void> => {
  await tx.insertInto('car_types').values(row).execute()
}

/** All but the archived ones. */
export const liveCarTypes = (db: Kysely<Tables>) => cars(db).where('deleted_at', 'is', null)

/** What the table of the office reads: the archived car types, or all others. */
export const officeCarTypes = (db: Kysely<Tables>, show: 'deleted' | undefined) =>
  show === 'deleted' ? cars(db).where('deleted_at', 'is not', null) : liveCarTypes(db)

export const carTypeList: ListTable<(typeof carTypeSorts)[number], { show?: 'deleted' | undefined }> = {
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: {
    position: { by: sql.ref('position'), kind: 'integer' },
    name: byText(sql.ref('name')),
    seats: { by: sql.ref('seats'), kind: 'integer' },
    base_fare: { by: sql.ref('base_fare'), kind: 'decimal' },
    min_fare: { by: sql.ref('min_fare'), kind: 'decimal' },
    createdAt: { by: sql.ref('created_at'), kind: 'time' },
  },
  usual: { sort: 'position', direction: 'asc' },
  searched: [sql.ref('name'), sql.ref('extra_info')],
  counted: true,
}

/** One admin at a time adds, orders and archives car types. Readers, and bookings that refer to one, do not wait. */
export const lockCarTypes = async (tx: Tx): Promise<void> => {
  await sql`lock table car_types in share row exclusive mode`.execute(tx)
}

/** Ids in the operator's order. */
export const selectLiveIds = async (db: Kysely<Tables>): Promise<string[]> =>
  (await liveCarTypes(db).clearSelect().select('id').orderBy('position').orderBy('name').execute()).map(({ id }) => id)

/** The same for a car type that may be archived. */
export const lockAnyCarType = (tx: Tx, id: string) => cars(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockCarType = (tx: Tx, id: string) => liveCarTypes(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The place after all others, archived ones included. */
export const nextPosition = async (db: Kysely<Tables>): Promise<number> => {
  const row = await db
    .selectFrom('car_types')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .executeTakeFirstOrThrow()
  return row.next
}

export const updateCarType = (tx: Tx, id: string, values: Updateable<Tables['car_types']>) =>
  tx
    .updateTable('car_types')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Positions from 0 in the order of the ids. Their versions stay: a form that is open is not made stale by it. */
export const updatePositions = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`update car_types set position = place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as ordered (car, place) where id = car`.execute(tx)
}

export const archiveCarType = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('car_types')
    .set({ active: false, deleted_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Hidden from riders, after all others. Fails with the constraint `car_types_name` when another one has the name by
 * now.
 */
export const restoreArchived = async (tx: Tx, id: string): Promise<CarTypeRow> =>
  updateCarType(tx, id, { deleted_at: null, position: await nextPosition(tx) })

/** Drivers who have the car type, and bookings of it that have not ended. */
export const countUses = async (db: Kysely<Tables>, id: string): Promise<{ drivers: number; bookings: number }> => {
  const { rows } = await sql<{ drivers: number; bookings: number }>`select
    (select count(*)::int from users where car_type_id = ${id} and deleted_at is null and usertype = 'driver') as drivers,
    (select count(*)::int from bookings where car_type_id = ${id}
      and ${statusIn('status', unsettledStatuses)}) as bookings`.execute(db)
  return rows[0] ?? { drivers: 0, bookings: 0 }
}

interface PaidTrip {
  readonly fare: FareExplanation
  /** paid trips of that time, sampled or not */
  readonly total: number
}

/**
 * At most `most` paid trips of a car type in the last `days`, evenly spread over that time. The index of that time is
 * counted; only the sampled rows are read.
 */
export const samplePaidTrips = async (
  db: Kysely<Tables>,
  id: string,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<PaidTrip[]> => {
  const { rows } = await sql<PaidTrip>`
    with paid as (
      select id, row_number() over (order by end_time, id) as place, count(*) over () as total from bookings
      where car_type_id = ${id} and ${statusIn('status', paidStatuses)}
        and end_time > now() - ${days} * interval '1 day'
    )
    select b.fare, p.total::int as total from paid p join bookings b on b.id = p.id
    where p.place % ceil(p.total::numeric / ${most}) = 0`.execute(db)
  return rows
}
