import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/schema.ts'

export interface DayUse {
  readonly requests: number
  /** millionths of a US dollar */
  readonly microDollars: number
}

const today = sql`(clock_timestamp() at time zone 'UTC')::date`

/**
 * Counts one request of today, unless it would pass a ceiling. Atomic, also with several processes. False: not counted,
 * so the request must not be sent.
 */
export const countRequest = async (
  db: Kysely<Tables>,
  service: string,
  microDollars: number,
  most: DayUse,
): Promise<boolean> => {
  if (most.requests < 1 || microDollars > most.microDollars) return false
  const { rows } = await sql<{ requests: number }>`
    insert into map_service_days as d (service, day, requests, micro_dollars)
    values (${service}, ${today}, 1, ${microDollars})
    on conflict (service, day) do update set
      requests = d.requests + 1, micro_dollars = d.micro_dollars + excluded.micro_dollars
    where d.requests < ${most.requests} and d.micro_dollars + excluded.micro_dollars <= ${most.microDollars}
    returning d.requests`.execute(db)
  if (rows[0]?.requests === 1) await deleteOldDays(db, service)
  return rows.length === 1
}

/** What each service has used today. */
export const selectToday = async (db: Kysely<Tables>): Promise<ReadonlyMap<string, DayUse>> => {
  const rows = await db
    .selectFrom('map_service_days')
    .select(['service', 'requests', 'micro_dollars'])
    .where('day', '=', sql<string>`${today}`)
    .execute()
  return new Map(
    rows.map(({ service, requests, micro_dollars: microDollars }) => [service, { requests, microDollars }]),
  )
}

const keepDays = 90

/** With the first request of each day, so no sweep is needed. */
const deleteOldDays = async (db: Kysely<Tables>, service: string): Promise<void> => {
  await db
    .deleteFrom('map_service_days')
    .where('service', '=', service)
    .where('day', '<', sql<string>`${today} - ${keepDays}::int`)
    .execute()
}
