import type { NoticeDraft } from '@remis/domain/notices/notice'
import { firstName } from '@remis/domain/people/first-name'
import { listBookingsByIds } from '../booking/booking-rows.ts'
import { sendNotices } from '../notices/send-notices.ts'
import type { ChatDeps } from './chat-deps.ts'
import { deleteOldChats, takeDueNotices } from './chat-store.ts'

/**
 * Sends a notice for messages that are still unread after some seconds: none for a chat that is on screen, one for many
 * messages at once, and the next one after a pause [design/chat-8].
 */
export const noticeUnread = async (app: ChatDeps): Promise<void> => {
  const { noticesAtOnce } = app.config.limits.chat
  await app.db.transact(async (tx) => {
    const due = await takeDueNotices(tx, noticesAtOnce)
    if (due.length === 0) return
    const bookings = await listBookingsByIds(tx, [...new Set(due.map(({ booking_id }) => booking_id))])
    const byId = new Map(bookings.map((booking) => [booking.id, booking]))
    const drafts = due.flatMap(({ booking_id, source, user_id }): NoticeDraft[] => {
      const booking = byId.get(booking_id)
      if (booking === undefined) return []
      const from = firstName(source === 'rider' ? (booking.driver_name ?? '') : booking.customer_name)
      return [{ user: user_id, message: 'notice_chat', params: { from }, screen: 'onlineChat', bookingId: booking_id }]
    })
    await sendNotices(tx, drafts)
    await app.failpoint.at('chat.noticed')
  })
}

/** Deletes the chats of trips past the retention time, in batches [design/chat-10]. */
export const deleteExpiredChats = async (app: ChatDeps): Promise<void> => {
  const { chatRetentionDays } = await app.settings.current()
  const { deletedAtOnce } = app.config.limits.chat
  let deleted: number
  do {
    deleted = await deleteOldChats(app.db.jobs, chatRetentionDays, deletedAtOnce)
    if (deleted > 0) await app.failpoint.at('chat.expired')
  } while (deleted === deletedAtOnce)
}
