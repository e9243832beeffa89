import type { LiveEvents } from '@remis/domain/live/live-events'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'
import { selectNotice } from './notice-store.ts'

/** A notice as its reader sees it; null for everybody else. The text is looked up by the reader's screen. */
export const renderNotice = async (
  db: Kysely<Tables>,
  id: string,
  viewer: { readonly id: string },
): Promise<LiveEvents['notice'] | null> => {
  const notice = await selectNotice(db, id)
  if (notice === undefined || notice.user_id !== viewer.id) return null
  return {
    id: notice.id,
    message: notice.message,
    params: notice.params,
    screen: notice.screen,
    bookingId: notice.booking_id,
  }
}
