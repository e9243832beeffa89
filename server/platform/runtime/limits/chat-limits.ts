/** Limits of chats between riders and drivers. */
export const chatLimits = {
  /** Messages that one person sends. */
  messagesPerPerson: { max: 60, windowSeconds: 60 },
  /** Signs of typing that one person sends; held in memory. */
  typingPerPerson: { max: 40, windowSeconds: 60 },
  /** Messages of one answer. */
  pageRows: 100,
  /** A notice is sent when a message is still unread after this. */
  quietSeconds: 4,
  /** The next notice of the same chat is sent this long after the last one. */
  noticePauseSeconds: 120,
  noticesAtOnce: 200,
  /** An admin who gave a reason sees the photos of the chat for this long. */
  revealMinutes: 60,
  /** Chats that one turn of the sweep deletes. */
  deletedAtOnce: 200,
}
