import type { LiveEvents } from '@remis/domain/live/live-events'
import { gather } from '../platform/gather.ts'
import type { Platform } from '../platform/use-case.ts'
import { selectNotices } from './notice-store.ts'

/** Notices as their readers see them; null for everybody else. The text is looked up by the reader's screen. */
export const renderNotices = ({ db }: Pick<Platform, 'db'>) => {
  const find = gather(async (ids: readonly string[]) => {
    const known = new Map((await selectNotices(db.jobs, ids)).map((notice) => [notice.id, notice]))
    return ids.map((id) => known.get(id))
  })
  return async (id: string, viewer: { readonly id: string }): Promise<LiveEvents['notice'] | null> => {
    const notice = await find(id)
    if (notice === undefined || notice.user_id !== viewer.id) return null
    return {
      id: notice.id,
      message: notice.message,
      params: notice.params,
      screen: notice.screen,
      bookingId: notice.booking_id,
    }
  }
}
