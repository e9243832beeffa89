import type { Role } from '@remis/domain/kit/endpoint'
import type { LiveEvents } from '@remis/domain/live/live-events'
import { isFresh } from '@remis/domain/notices/notice'
import { noticeParamsShown } from '@remis/domain/privacy/rider-after-trip'
import { batch } from '../platform/database/batch.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { selectNotices } from './notice-store.ts'

/** The notice of a live event for its recipient, null for other viewers. The recipient's screen renders the text. */
export const renderNotices = ({ db }: Pick<Platform, 'db'>) => {
  const nameOf = (id: string, user: string) => `${id} ${user}`
  const find = batch(async (pairs: readonly { readonly id: string; readonly user: string }[]) => {
    const found = await selectNotices(db.live, pairs)
    const known = new Map(found.map((notice) => [nameOf(notice.id, notice.user_id), notice]))
    return pairs.map(({ id, user }) => known.get(nameOf(id, user)))
  })
  return async (
    id: string,
    viewer: { readonly id: string; readonly role: Role },
  ): Promise<LiveEvents['notice'] | null> => {
    const notice = await find({ id, user: viewer.id })
    if (notice === undefined) return null
    return {
      id: notice.id,
      message: notice.message,
      params: noticeParamsShown(notice.params, viewer.role, notice.age_ms),
      screen: notice.screen,
      bookingId: notice.booking_id,
      fresh: isFresh({ message: notice.message, ageMs: notice.age_ms, seen: notice.seen_at !== null }),
    }
  }
}
