import { sql } from 'kysely'
import type { Database } from '@remis/server/platform/database'

const columns: Readonly<Record<string, readonly string[]>> = {
  bookings: [
    'booking_date',
    'tripdate',
    'release_at',
    'released_at',
    'search_started_at',
    'search_until',
    'accepted_at',
    'driver_arrive_time',
    'start_time',
    'end_time',
    'reached_at',
    'paid_at',
    'cancelled_at',
    'completed_at',
  ],
  booking_events: ['at'],
  offers: ['offered_at', 'expires_at', 'closed_at'],
  track_points: ['at'],
  payments: ['created_at', 'updated_at', 'paid_at', 'next_check_at'],
  refunds: ['created_at', 'done_at', 'next_try_at'],
  ratings: ['at'],
  quotes: ['expires_at'],
}

/** The clock goes on for everybody: the database's cannot be set, so what was written moves back. */
export const timePasses = async (db: Database, seconds: number): Promise<void> => {
  for (const [table, moved] of Object.entries(columns)) {
    const back = moved.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${seconds} * interval '1 second'`)
    await sql`update ${sql.table(table)} set ${sql.join(back)}`.execute(db.jobs)
  }
}
