import { chatCalls } from '@remis/domain/chat/chat-routes'
import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { AppError } from '@remis/domain/messages/app-error'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { mayHaveHappened } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'
import { useConnection } from '../platform/live/connection.ts'
import { onLive, onOnline, readAgain, refetchAfterReset } from '../platform/live/live.ts'
import { emptyChat, lastOf, withEarlier, withEvent, withNewest, type ChatState } from './chat-state.ts'
import { makeMarkReporter } from './mark-reporter.ts'

const keys = {
  all: ['chat'] as const,
  one: (id: string) => ['chat', id] as const,
  unread: ['unread-chats'] as const,
}

/** Poll intervals while the live link is down (a proxy may refuse it), ms. */
const pollMs = { open: 4000, badge: 15_000 }

const readChat = async (id: string): Promise<ChatState> => {
  try {
    const page = await call(chatCalls.messages, { params: { id }, query: {} })
    const chat = withNewest(queryClient.getQueryData<ChatState>(keys.one(id)), page)
    markDelivered(id, chat)
    return chat
  } catch (error) {
    if (error instanceof AppError && error.key === 'chat_not_found') return emptyChat
    throw error
  }
}

const chatQuery = (id: string) => queryOptions({ queryKey: keys.one(id), queryFn: () => readChat(id) })

/** The chat of a booking with live updates. */
export const useChat = (id: string) => {
  const connection = useConnection()
  return useQuery({
    ...chatQuery(id),
    refetchOnMount: 'always',
    refetchInterval: connection === 'online' ? false : pollMs.open,
  })
}

/** Adds the page before the first message here. */
export const loadEarlier = async (id: string, { messages }: ChatState): Promise<void> => {
  const before = messages[0]?.n
  if (before === undefined) return
  const page = await call(chatCalls.messages, { params: { id }, query: { before } })
  queryClient.setQueryData<ChatState>(keys.one(id), (held) => held && withEarlier(held, page))
}

type Unread = Readonly<Record<string, number>>

const unreadQuery = queryOptions<Unread>({
  queryKey: keys.unread,
  queryFn: async () =>
    Object.fromEntries((await call(chatCalls.unread, {})).rows.map((row) => [row.bookingId, row.unread])),
})

/** Unread messages of the chat of a booking. */
export const useUnread = (id: string): number => {
  const connection = useConnection()
  const { data } = useQuery({ ...unreadQuery, refetchInterval: connection === 'online' ? false : pollMs.badge })
  return data?.[id] ?? 0
}

/**
 * Updates the count of one chat. If the counts are not loaded yet, the badge loads them; a running read may be older
 * than this count, so it is repeated [design/live-66].
 */
const countUnread = (id: string, unread: number): void => {
  const queryKey = keys.unread
  const isReading = queryClient.isFetching({ queryKey }) > 0
  if (isReading) void queryClient.cancelQueries({ queryKey })
  const counts = queryClient.setQueryData<Unread>(queryKey, (held) => held && { ...held, [id]: unread })
  if (isReading || counts === undefined) void queryClient.invalidateQueries({ queryKey })
}

/** A message that the server has taken. */
export const addSent = (id: string, message: ChatMessage): void => addToChat(id, { message })

const addToChat = (id: string, came: Parameters<typeof withEvent>[1]): void => {
  const held = queryClient.getQueryData<ChatState>(keys.one(id))
  const next = held && withEvent(held, came)
  if (next === undefined) void queryClient.invalidateQueries({ queryKey: keys.one(id) })
  else queryClient.setQueryData<ChatState>(keys.one(id), next)
}

const report = makeMarkReporter({
  send: (id, { delivered, read }) =>
    call(chatCalls.mark, { params: { id }, body: { delivered, ...(read > 0 ? { read } : {}) } }),
  mayRetry: mayHaveHappened,
  after: (ms, run) => setTimeout(run, ms),
})

const markDelivered = (id: string, chat: ChatState): void => {
  const last = lastOf(chat)
  if (last > 0) void report(id, { delivered: last, read: 0 })
}

/** The reader has the whole chat on screen. */
export const markRead = async (id: string, chat: ChatState): Promise<void> => {
  const last = lastOf(chat)
  if (last === 0) return
  const held = queryClient.getQueryData<Unread>(keys.unread)
  if ((held?.[id] ?? 0) > 0) countUnread(id, 0)
  await report(id, { delivered: last, read: last })
}

const ownSource = (): string | undefined => queryClient.getQueryData(sessionQuery.queryKey)?.usertype

onLive('chat', ({ bookingId, message, marks, unread }) => {
  countUnread(bookingId, unread)
  if (message !== null && message.source !== ownSource()) void report(bookingId, { delivered: message.n, read: 0 })
  if (queryClient.getQueryData(keys.one(bookingId)) === undefined) void readAgain(keys.one(bookingId))
  else addToChat(bookingId, { message, marks, unread })
})
refetchAfterReset(keys.all, keys.unread)
onOnline(() => void queryClient.invalidateQueries({ queryKey: keys.all }))
