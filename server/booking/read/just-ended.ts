import { chatOpenMs } from '@remis/domain/chat/chat-window'
import { endedStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The driver's trips that ended so recently that both sides still write [design/chat-1], newest first. */
export const listJustEnded = (
  db: Kysely<Tables>,
  driver: string,
  limit: number,
): Promise<{ id: string; customer_name: string; end_time: number | null }[]> =>
  db
    .selectFrom('bookings')
    .select(['id', 'customer_name', 'end_time'])
    .where('driver', '=', driver)
    .where('status', 'in', endedStatuses)
    .where('end_time', '>', sql<number>`now() - ${chatOpenMs} * interval '1 millisecond'`)
    .orderBy('end_time', 'desc')
    .limit(limit)
    .execute()
