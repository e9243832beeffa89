import { busyStatuses, type Status } from '../booking/statuses.ts'

/** Who wrote a message: the side of the booking [notices-9]. */
export const chatSources = ['rider', 'driver'] as const
export type ChatSource = (typeof chatSources)[number]

/**
 * Ready-made replies by what a trip is at, sent with one tap. A message stores the key, and each reader sees the text
 * in their language [design/chat-4].
 */
const quickReplies = {
  'before-start': {
    rider: ['chat_quick_coming', 'chat_quick_where', 'chat_quick_minutes', 'chat_quick_thanks'],
    driver: ['chat_quick_here', 'chat_quick_on_way', 'chat_quick_late', 'chat_quick_where', 'chat_quick_ok'],
  },
  'on-trip': {
    rider: ['chat_quick_where', 'chat_quick_thanks'],
    driver: ['chat_quick_on_way', 'chat_quick_late', 'chat_quick_ok'],
  },
  ended: {
    rider: ['chat_quick_left', 'chat_quick_thanks'],
    driver: ['chat_quick_found', 'chat_quick_ok'],
  },
} as const satisfies Record<string, Record<ChatSource, readonly string[]>>

type Stage = keyof typeof quickReplies
export type QuickReply = (typeof quickReplies)[Stage][ChatSource][number]

const stageOf = (status: Status): Stage => {
  if (status === 'STARTED' || status === 'REACHED') return 'on-trip'
  return busyStatuses.includes(status) ? 'before-start' : 'ended'
}

/** The quick replies that a side is offered. */
export const quickRepliesOf = (source: ChatSource, status: Status): readonly QuickReply[] =>
  quickReplies[stageOf(status)][source]

/** Accepts replies of every stage: one written offline may arrive after the trip has moved on. */
export const isQuickReply = (source: ChatSource, key: string): key is QuickReply =>
  Object.values(quickReplies).some((sides) => (sides[source] as readonly string[]).includes(key))
