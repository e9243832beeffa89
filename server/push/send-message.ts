import { canWrite } from '@remis/domain/chat/chat-window'
import { AppError } from '@remis/domain/messages/app-error'
import { firstName } from '@remis/domain/people/first-name'
import type { pushApi } from '@remis/domain/push/push-api'
import { findBookingWithClock } from '../booking/booking-rows.ts'
import { sendNotices } from '../notices/send-notices.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { addAudit } from '../platform/database/audit.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'

/** The booking and the side of a handle: `<booking id>.customer` or `.driver` [booking-4]. */
const parseHandle = (handle: string): { readonly booking: string; readonly side: 'customer' | 'driver' } => {
  const [booking = '', side] = handle.split('.')
  return { booking, side: side === 'driver' ? 'driver' : 'customer' }
}

const findFirstName = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('users').select('first_name').where('id', '=', id).executeTakeFirstOrThrow()).first_name

/**
 * POST /send_notification: a message to one side of a booking, as a notice of that person [notices-2]. A rider's or
 * driver's message says so and has the first name that the booking holds, whatever title is sent: with a name chosen
 * for it, it would look like one of the office [design/push-31]. Nothing is sent to the caller. Rider and driver can
 * send while they can write in the chat; an admin at any time, audited.
 */
export const sendMessage: UseCase<Platform, typeof pushApi.send> = async (app, call) => {
  const { who, body, address } = call
  const { booking: id, side } = parseHandle(body.token)
  const { max, windowSeconds } = app.config.limits.push.messagesPerPerson
  if (who.role !== 'admin') await countAgainst(app.db.request, 'push-message', who.id, max, windowSeconds)
  const { booking, now } = await findBookingWithClock(app.db.request, id)
  if (booking === null) throw new AppError(404, 'not_found')
  const isAdmin = who.role === 'admin'
  if (!isAdmin && booking.customer !== who.id && booking.driver !== who.id) throw new AppError(404, 'not_found')
  const user = booking[side]
  const isOver = booking.status === 'CANCELLED' || (booking.driver !== null && !canWrite(booking, now))
  if (!isAdmin && isOver) throw new AppError(409, 'ride_over')
  if (user === null || user === who.id || body.msg.trim() === '') return call.commit(() => Promise.resolve({}))
  return call.commit(async (tx) => {
    const byRider = booking.customer === who.id
    const name = firstName((byRider ? booking.customer_name : booking.driver_name) ?? '')
    const message = isAdmin ? 'notice_message' : byRider ? 'notice_message_rider' : 'notice_message_driver'
    const from = isAdmin ? body.title.trim() || (await findFirstName(tx, who.id)) : name
    await sendNotices(tx, [{ user, message, params: { from, text: body.msg }, screen: body.screen, bookingId: id }])
    if (isAdmin)
      await addAudit(tx, {
        actor: who,
        address,
        action: 'booking.message',
        subject: `booking:${id}`,
        // no title and no text: the audit log is never erased [design/access-110]
        data: { to: side, screen: body.screen },
      })
    return {}
  })
}
