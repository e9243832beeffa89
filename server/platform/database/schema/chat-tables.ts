import type { ChatType } from '@remis/domain/chat/chat-message'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import type { AtNow, AtOrNull, Null, Opt } from './column.ts'

/** The chat of a booking; locked by everything that changes it [design/chat-2]. */
export interface Chats {
  booking_id: string
  /** number of the last message */
  last_n: Opt<number>
  created_at: AtNow
}

/** One of the two people of a chat. */
export interface ChatSides {
  booking_id: string
  source: ChatSource
  user_id: string
  /** the last message that a device of this person has, and that they have seen */
  delivered_n: Opt<number>
  read_n: Opt<number>
  /** messages of the other side after `read_n` */
  unread: Opt<number>
  changed_at: AtNow
  /** when the person gets a notice if the messages are still unread */
  notice_due_at: AtOrNull
  /** of the last notice */
  noticed_at: AtOrNull
}

export interface ChatMessages {
  booking_id: string
  n: number
  source: ChatSource
  /** made by the sender's device */
  client_id: string
  type: ChatType
  message: string
  /** of a photo; deleted as an orphan after its message */
  file_id: Null<string>
  sent_at: AtNow
}
