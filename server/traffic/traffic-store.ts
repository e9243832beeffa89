import type { FactorTable } from '@remis/domain/traffic/expected-time'
import { hoursOfWeek, roadClasses, type RoadClass } from '@remis/domain/traffic/road-classes'
import type { LearnedCells } from '@remis/domain/traffic/suggest-factors'
import { cellOf, mostOfDriver, mostSamples } from '@remis/domain/traffic/traffic-cell'
import type { TripSample } from '@remis/domain/traffic/trip-samples'
import { sql, type Kysely } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import { liftStatementLimit, type Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export const insertQueued = async (tx: Tx, bookingId: string): Promise<void> => {
  await tx
    .insertInto('traffic_queue')
    .values({ booking_id: bookingId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const queuedTrips = async (db: Kysely<Tables>, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('traffic_queue')
      .select('booking_id')
      .orderBy('tries')
      .orderBy('booking_id')
      .limit(most)
      .execute()
  ).map(({ booking_id }) => booking_id)

/** At most 10,000 are counted. */
export const countQueued = (db: Kysely<Tables>): Promise<number> =>
  countUpTo(db, sql`select 1 from traffic_queue`, 10_000)

/** Whether it was in the queue: each trip is taken out once. */
export const takeFromQueue = async (tx: Tx, bookingId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('traffic_queue').where('booking_id', '=', bookingId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns how many times learning from the trip has failed. */
export const countTry = async (db: Kysely<Tables>, bookingId: string): Promise<number> =>
  (
    await db
      .updateTable('traffic_queue')
      .set({ tries: sql`tries + 1` })
      .where('booking_id', '=', bookingId)
      .returning('tries')
      .executeTakeFirst()
  )?.tries ?? 0

export const readState = (db: Kysely<Tables>) =>
  db.selectFrom('traffic_state').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

/** Locked until the commit: samples are added by one process at a time. */
export const lockState = (tx: Tx) =>
  tx.selectFrom('traffic_state').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()

export const writeFactors = async (tx: Tx, factors: FactorTable | null): Promise<void> => {
  await tx
    .updateTable('traffic_state')
    .set({
      factors: factors === null ? null : JSON.stringify(factors),
      version: sql<number>`version + 1`,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', 1)
    .execute()
}

const hourIn = (timezone: string) => sql<number>`((extract(isodow from at at time zone ${timezone}) - 1) * 24
  + extract(hour from at at time zone ${timezone}))::smallint`

/** Adds the samples of a trip and the cells they change. The state is locked. */
export const addSamples = async (
  tx: Tx,
  { bookingId, timezone }: { readonly bookingId: string; readonly timezone: string },
  samples: readonly TripSample[],
): Promise<void> => {
  const column = <K extends keyof TripSample>(name: K) => samples.map((sample) => sample[name])
  const { rows } = await sql<{ road_class: RoadClass; hour: number }>`
    insert into traffic_samples (booking_id, road_class, at, hour, ratio, seconds)
    select ${bookingId}, road_class, at, ${hourIn(timezone)}, ratio, seconds from (
      select road_class, to_timestamp(ms / 1000.0) as at, ratio, seconds
      from unnest(${column('roadClass')}::text[], ${column('at')}::float8[], ${column('ratio')}::float8[],
        ${column('seconds')}::float8[]) as s (road_class, ms, ratio, seconds)) as given
    returning road_class, hour`.execute(tx)
  for (const cell of rows) await refreshCell(tx, cell)
}

/** Deletes the samples of a cell that are too many, and adds the others up. */
const refreshCell = async (tx: Tx, { road_class, hour }: { road_class: RoadClass; hour: number }): Promise<void> => {
  await sql`delete from traffic_samples s using (
      select s.booking_id, s.at, row_number() over (order by s.at desc) as place,
        row_number() over (partition by b.driver order by s.at desc) as of_driver
      from traffic_samples s join bookings b on b.id = s.booking_id
      where s.road_class = ${road_class} and s.hour = ${hour}) as placed
    where s.booking_id = placed.booking_id and s.road_class = ${road_class} and s.at = placed.at
      and (placed.place > ${mostSamples} or placed.of_driver > ${mostOfDriver})`.execute(tx)
  const { rows } = await sql<{ driver: string; ratio: number; seconds: number }>`
    select coalesce(b.driver::text, b.id) as driver, s.ratio, s.seconds
    from traffic_samples s join bookings b on b.id = s.booking_id
    where s.road_class = ${road_class} and s.hour = ${hour}`.execute(tx)
  const cell = cellOf(rows)
  await tx
    .insertInto('traffic_cells')
    .values({ road_class, hour, ...cell })
    .onConflict((conflict) => conflict.columns(['road_class', 'hour']).doUpdateSet(cell))
    .execute()
}

/**
 * Gives all samples the hours of another zone and adds the cells up again, one after the other. The factors in use keep
 * their zone. The state is locked.
 */
export const moveToZone = async (tx: Tx, timezone: string): Promise<void> => {
  // up to 100,000 samples and 504 cells
  await liftStatementLimit(tx)
  await sql`update traffic_samples set hour = ${hourIn(timezone)}`.execute(tx)
  await tx.deleteFrom('traffic_cells').execute()
  const cells = await tx.selectFrom('traffic_samples').select(['road_class', 'hour']).distinct().execute()
  for (const cell of cells) await refreshCell(tx, cell)
  await tx.updateTable('traffic_state').set({ timezone }).where('id', '=', 1).execute()
}

/** At most 504 rows. */
export const readCells = async (db: Kysely<Tables>): Promise<LearnedCells> => {
  const rows = await db.selectFrom('traffic_cells').selectAll().execute()
  const cells = Object.fromEntries(
    roadClasses.map((roadClass) => [roadClass, Array.from({ length: hoursOfWeek }, () => null)]),
  ) as unknown as Record<RoadClass, LearnedCells[RoadClass][number][]>
  for (const { road_class, hour, ...cell } of rows) cells[road_class][hour] = cell
  return cells
}
