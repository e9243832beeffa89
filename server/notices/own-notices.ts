import type { noticesApi } from '@remis/domain/notices/notices-api'
import { noticeParamsShown } from '@remis/domain/privacy/rider-after-trip'
import { nowMs } from '../platform/database/db-clock.ts'
import { readPage } from '../platform/database/list-page.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { countUnread, markSeen, noticeList, noticesOf } from './notice-store.ts'

/** The caller's notices, also those sent while no screen was open [design/live-60]. */
export const listNotices: UseCase<Platform, typeof noticesApi.list> = async (app, { query, who }) => {
  const [{ rows, next }, now] = await Promise.all([
    readPage(noticeList, noticesOf(app.db.lists, who.id), query, app.config.limits.pageRows),
    nowMs(app.db.lists),
  ])
  return {
    rows: rows.map((row) => ({
      id: row.id,
      message: row.message,
      params: noticeParamsShown(row.params, who.role, now - row.created_at),
      screen: row.screen,
      bookingId: row.booking_id,
      at: row.created_at,
      seen: row.seen_at !== null,
    })),
    next,
  }
}

export const readUnread: UseCase<Platform, typeof noticesApi.unread> = async ({ db }, { who }) => ({
  unread: await countUnread(db.request, who.id),
})

/** Ids of other people's notices change nothing. */
export const markNoticesSeen: UseCase<Platform, typeof noticesApi.markSeen> = async (_app, call) =>
  call.commit(async (tx) => {
    await markSeen(tx, call.who.id, call.body.ids)
    return { unread: await countUnread(tx, call.who.id) }
  })
