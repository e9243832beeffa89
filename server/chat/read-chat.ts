import type { chatApi } from '@remis/domain/chat/chat-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../platform/http/use-case.ts'
import { requireOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'
import { findSides, listMessages, listUnread } from './chat-store.ts'
import { viewPage } from './view-chat.ts'

/** The chat for one of its two people, until a day after the trip [design/chat-1]. */
export const readChat: UseCase<ChatDeps, typeof chatApi.messages> = async (app, { who, params, query }) => {
  const db = app.db.request
  const { booking, mayRead } = await requireOwnChat(db, params.id, who)
  const sides = mayRead ? await findSides(db, booking, who.id) : undefined
  if (sides === undefined) throw new AppError(404, 'chat_not_found')
  const { pageRows: most } = app.config.limits.chat
  const [rows, { timezone }] = await Promise.all([
    listMessages(db, booking, { before: query.before, most }),
    app.settings.current(),
  ])
  const { delivered, read, unread } = sides
  return { ...viewPage(rows, most, timezone), marks: { delivered, read }, unread }
}

/** More trips than a person has in a day. */
const mostChats = 50

export const readUnread: UseCase<ChatDeps, typeof chatApi.unread> = async (app, { who }) => ({
  rows: (await listUnread(app.db.request, who, mostChats)).map(({ booking_id, unread }) => ({
    bookingId: booking_id,
    unread,
  })),
})
