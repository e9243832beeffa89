import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { fileUrl } from '@remis/domain/files/file-kinds'
import { dayAt, wallClock } from '@remis/domain/kit/calendar-day'
import type { MessageRow } from './chat-store.ts'

/** A message as both sides and the office see it [notices-9]. */
export const viewMessage = (row: MessageRow, timezone: string): ChatMessage => ({
  n: row.n,
  clientId: row.client_id,
  from: `${row.booking_id}.${row.source === 'rider' ? 'customer' : 'driver'}`,
  source: row.source,
  type: row.type,
  message: row.message,
  photo: row.file_id === null ? null : fileUrl(row.file_id),
  at: row.sent_at,
  msgDate: dayAt(row.sent_at, timezone),
  msgTime: wallClock(row.sent_at, timezone),
})

/** A page of messages, of which one more than `most` was read. */
export const viewPage = (rows: readonly MessageRow[], most: number, timezone: string) => ({
  messages: rows.slice(Math.max(0, rows.length - most)).map((row) => viewMessage(row, timezone)),
  more: rows.length > most,
})
