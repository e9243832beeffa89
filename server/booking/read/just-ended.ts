import { chatOpenMs, chatShownMs } from '@remis/domain/chat/chat-window'
import { endedStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

const since = (ms: number) => sql<number>`now() - ${ms} * interval '1 millisecond'`

/** The driver's trips that ended so recently that both sides still write [design/chat-1], newest first. */
export const listJustEnded = (
  db: Kysely<Tables>,
  driver: string,
  limit: number,
): Promise<{ id: string; customer_name: string; known_end: number | null }[]> => {
  // `knownEnd`; `end_time` has the index
  const knownEnd = sql<number | null>`greatest(end_time, reached_at)`
  return db
    .selectFrom('bookings')
    .select(['id', 'customer_name', knownEnd.as('known_end')])
    .where('driver', '=', driver)
    .where('status', 'in', endedStatuses)
    .where('end_time', '>', since(chatShownMs))
    .where(knownEnd, '>', since(chatOpenMs))
    .orderBy('known_end', 'desc')
    .limit(limit)
    .execute()
}
