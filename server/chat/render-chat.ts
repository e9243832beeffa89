import type { LiveEvents } from '@remis/domain/live/live-events'
import type { Person } from '../platform/http/use-case.ts'
import { findOwnChat } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'
import { findMessage, findSides } from './chat-store.ts'
import { viewMessage } from './view-chat.ts'

/**
 * A change of a chat for one of its two people; null for others and once the chat is no longer shown. `subject`: the
 * booking, followed by `.` and the number of a new message.
 */
export const renderChat =
  (app: Pick<ChatDeps, 'db' | 'settings'>) =>
  async (subject: string, viewer: Pick<Person, 'id' | 'role'>): Promise<LiveEvents['chat'] | null> => {
    const [bookingId = '', n] = subject.split('.')
    const db = app.db.live
    const own = await findOwnChat(db, bookingId, viewer)
    if (own === undefined || !own.mayRead) return null
    const [sides, row, { timezone }] = await Promise.all([
      findSides(db, bookingId, viewer.id),
      n === undefined ? undefined : findMessage(db, bookingId, Number(n)),
      app.settings.current(),
    ])
    if (sides === undefined) return null
    const { delivered, read, unread } = sides
    return {
      bookingId,
      message: row === undefined ? null : viewMessage(row, timezone),
      marks: { delivered, read },
      unread,
    }
  }
