import { sql, type Kysely } from 'kysely'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { searchSweeps } from '../dispatch/search/sweep-searches.ts'
import type { Tables } from '../platform/database/schema.ts'

/** Moves one booking with its search, offers, records and notices into the past by these seconds. */
export const letPass = async (db: Kysely<Tables>, id: string, seconds: number): Promise<void> => {
  const by = sql`interval '1 second' * ${seconds}`
  await sql`update offers set asked_at = asked_at - ${by}, offered_at = offered_at - ${by}, expires_at = expires_at - ${by}
    where booking_id = ${id}`.execute(db)
  await sql`update bookings set booking_date = booking_date - ${by}, tripdate = tripdate - ${by},
    search_started_at = search_started_at - ${by}, search_until = search_until - ${by} where id = ${id}`.execute(db)
  await sql`update notices set created_at = created_at - ${by} where booking_id = ${id}`.execute(db)
  await sql`update unassigned_alerts set at = at - ${by} where booking_id = ${id}`.execute(db)
  await sql`update booking_events set at = at - ${by} where booking_id = ${id}`.execute(db)
  await sql`update dispatch_records set at = at - ${by} where booking_id = ${id}`.execute(db)
}

/** One turn of every sweep of searches. */
export const sweepSearches = async (app: DispatchDeps): Promise<void> => {
  for (const { run } of Object.values(searchSweeps(app))) await run()
}
