import type { ChatMarks, ChatMessage } from '@remis/domain/chat/chat-api'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import type { LiveEvents } from '@remis/domain/live/live-events'

/** What a page has of a chat: messages without a gap up to the last one. */
export interface ChatState {
  readonly messages: readonly ChatMessage[]
  /** there are messages before the first one here */
  readonly more: boolean
  /** delivered and read numbers of the other side */
  readonly marks: ChatMarks
  readonly unread: number
}

export const emptyChat: ChatState = { messages: [], more: false, marks: { delivered: 0, read: 0 }, unread: 0 }

export const lastOf = ({ messages }: Pick<ChatState, 'messages'>): number => messages.at(-1)?.n ?? 0
/** The messages of the other side after number `after`: what a screen reader announces [design/web-202]. */
export const newFrom = ({ messages }: Pick<ChatState, 'messages'>, side: ChatSource, after: number) =>
  messages.filter(({ n, source }) => n > after && source === side)

const firstOf = ({ messages }: Pick<ChatState, 'messages'>): number => messages[0]?.n ?? 1

/** Marks never go back: an answer may be older than an event. */
const further = (held: ChatMarks, came: ChatMarks): ChatMarks => ({
  delivered: Math.max(held.delivered, came.delivered),
  read: Math.max(held.read, came.read),
})

/**
 * The newest page of the server, with the earlier and later messages that the page already has if nothing lies between.
 */
export const withNewest = (held: ChatState | undefined, page: ChatState): ChatState => {
  if (held === undefined || held.messages.length === 0) return page
  const first = firstOf(page)
  if (lastOf(held) < first - 1 || page.messages.length === 0) return page
  const earlier = held.messages.filter(({ n }) => n < first)
  const later = held.messages.filter(({ n }) => n > lastOf(page))
  return {
    messages: [...earlier, ...page.messages, ...later],
    more: earlier.length > 0 ? held.more : page.more,
    marks: further(held.marks, page.marks),
    unread: page.unread,
  }
}

/** An earlier page before what is held. */
export const withEarlier = (held: ChatState, page: Pick<ChatState, 'messages' | 'more'>): ChatState => {
  const first = firstOf(held)
  const earlier = page.messages.filter(({ n }) => n < first)
  return { ...held, messages: [...earlier, ...held.messages], more: page.more }
}

/** The chat after an event or an own sending; undefined: something between is missing, and the chat is read again. */
export const withEvent = (
  held: ChatState,
  came: Partial<Pick<LiveEvents['chat'], 'marks' | 'unread'>> & Pick<LiveEvents['chat'], 'message'>,
): ChatState | undefined => {
  const last = lastOf(held)
  const { message } = came
  if (message !== null && message.n > last + 1) return undefined
  return {
    ...held,
    messages: message === null || message.n <= last ? held.messages : [...held.messages, message],
    marks: came.marks === undefined ? held.marks : further(held.marks, came.marks),
    unread: came.unread ?? held.unread,
  }
}
