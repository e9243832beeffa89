import type { chatApi } from '@remis/domain/chat/chat-api'
import { checkMessage } from '@remis/domain/chat/chat-message'
import { room } from '@remis/domain/live/live-events'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { attachChatPhoto } from '../files/attach-file.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { requireOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'
import { findSent, insertMessage, lockOrAddChat } from './chat-store.ts'
import { viewMessage } from './view-chat.ts'

/**
 * Sends a message to the other side. A message with a `clientId` that was sent before is answered as it was stored,
 * also after the chat has closed, so that a device may send until it gets an answer [design/chat-3].
 */
export const sendMessage: UseCase<ChatDeps, typeof chatApi.send> = async (app, call) => {
  const { who, params, body } = call
  const { chat: limits } = app.config.limits
  const { max, windowSeconds } = limits.messagesPerPerson
  await countAgainst(app.db.request, 'chat', who.id, max, windowSeconds)
  const { timezone } = await app.settings.current()
  const message = body.message.trim()
  return call.commit(async (tx) => {
    const chat = await requireOwnChat(tx, params.id, who)
    const { booking, source, mayWrite } = chat
    const sent = { booking, source, clientId: body.clientId }
    const before = await findSent(tx, sent)
    if (before !== undefined) return { message: viewMessage(before, timezone) }
    if (!mayWrite) throw new AppError(409, 'chat_closed')
    const fault = checkMessage(body, source)
    if (fault !== null) throw faultError(fault)
    await lockOrAddChat(tx, chat)
    await app.failpoint.at('chat.locked')
    // The other try may have been first to the lock.
    const first = await findSent(tx, sent)
    if (first !== undefined) return { message: viewMessage(first, timezone) }
    const { photo } = body
    if (photo !== undefined) await attachChatPhoto(tx, { file: photo, booking, owner: who.id })
    const row = await insertMessage(
      tx,
      { booking_id: booking, source, client_id: body.clientId, type: body.type, message, file_id: photo ?? null },
      limits,
    )
    await addToOutbox(tx, {
      kind: 'chat',
      subject: `${booking}.${row.n}`,
      audience: [room.user(chat.rider), room.user(chat.driver)],
    })
    return { message: viewMessage(row, timezone) }
  })
}
