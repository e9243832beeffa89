import type { chatApi } from '@remis/domain/chat/chat-api'
import { room } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { markNoticesOfBooking } from '../notices/mark-notices.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { requireOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'
import { lockChat, markSide } from './chat-store.ts'

/**
 * Stores the delivered and read numbers of this person and reports them to both sides, so that the reader's other
 * devices clear their unread badge. A number above the last message counts as the last one. Read messages no longer
 * cause a notice [design/chat-7].
 */
export const markChat: UseCase<ChatDeps, typeof chatApi.mark> = async (_app, call) =>
  call.commit(async (tx) => {
    const { who, params, body } = call
    const { booking, source, mayRead, rider, driver } = await requireOwnChat(tx, params.id, who)
    const last = mayRead ? await lockChat(tx, booking) : undefined
    if (last === undefined) throw new AppError(404, 'chat_not_found')
    const read = Math.min(body.read ?? 0, last)
    const changed = await markSide(tx, { booking, source, delivered: Math.min(body.delivered, last), read })
    if (changed === undefined) return {}
    if (changed.unread === 0) await markNoticesOfBooking(tx, { user: who.id, message: 'notice_chat', booking })
    await addToOutbox(tx, { kind: 'chat', subject: booking, audience: [room.user(rider), room.user(driver)] })
    return {}
  })
