/** Who wrote a message: the side of the booking [notices-9]. */
export const chatSources = ['rider', 'driver'] as const
export type ChatSource = (typeof chatSources)[number]

/**
 * Sentences that a press sends. A message stores the key, and each reader sees the sentence in the own language
 * [design/chat-4].
 */
export const quickReplies = {
  rider: ['chat_quick_coming', 'chat_quick_where', 'chat_quick_minutes', 'chat_quick_thanks'],
  driver: ['chat_quick_here', 'chat_quick_on_way', 'chat_quick_late', 'chat_quick_where', 'chat_quick_ok'],
} as const satisfies Record<ChatSource, readonly string[]>
export type QuickReply = (typeof quickReplies)[ChatSource][number]

export const isQuickReply = (source: ChatSource, key: string): key is QuickReply =>
  (quickReplies[source] as readonly string[]).includes(key)
