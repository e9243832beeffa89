import type { Rate } from '../limits.ts'

/** Limits of chats between riders and drivers. */
export interface ChatLimits {
  /** Messages that one person sends. */
  readonly messagesPerPerson: Rate
  /** Signs of typing that one person sends; held in memory. */
  readonly typingPerPerson: Rate
  /** Messages of one answer. */
  readonly pageRows: number
  /** A notice is sent when a message is still unread after this. */
  readonly quietSeconds: number
  /** The next notice of the same chat is sent this long after the last one. */
  readonly noticePauseSeconds: number
  readonly noticesAtOnce: number
  /** An admin who gave a reason sees the photos of the chat for this long. */
  readonly revealMinutes: number
  /** Chats that one turn of the sweep deletes. */
  readonly deletedAtOnce: number
}

export const chatLimits: ChatLimits = {
  messagesPerPerson: { max: 60, windowSeconds: 60 },
  typingPerPerson: { max: 40, windowSeconds: 60 },
  pageRows: 100,
  quietSeconds: 4,
  noticePauseSeconds: 120,
  noticesAtOnce: 200,
  revealMinutes: 60,
  deletedAtOnce: 200,
}
