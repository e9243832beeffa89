import { room } from '@remis/domain/live/live-events'
import { bookingId } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { z } from 'zod'
import { FloodLimit } from '../platform/http/flood-limit.ts'
import type { OnMessage } from '../platform/live/live-messages.ts'
import { findOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'

const payloadShape = z.strictObject({ bookingId })

/**
 * The socket's `typing` message: shown to the other side for some seconds, and lost without harm [design/chat-5]. For
 * rider and driver of the booking while its chat is open.
 */
export const onTyping = (app: ChatDeps): OnMessage => {
  const floods = new FloodLimit()
  return async (who, payload) => {
    if (who.role !== 'rider' && who.role !== 'driver') throw new AppError(403, 'forbidden')
    const read = payloadShape.safeParse(payload)
    if (!read.success) throw new AppError(400, 'invalid_input')
    floods.count('typing', who.id, app.config.limits.chat.typingPerPerson, Date.now())
    const chat = await findOwnChat(app.db.request, read.data.bookingId, who)
    if (chat === undefined) throw new AppError(404, 'not_found')
    if (!chat.mayWrite) throw new AppError(409, 'chat_closed')
    app.live.broadcast([room.user(chat.other)], 'typing', { bookingId: chat.booking })
    return {}
  }
}
