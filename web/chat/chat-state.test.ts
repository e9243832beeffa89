import type { Me } from '@remis/domain/accounts/accounts-api'
import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionEnded, sessionQuery } from '../platform/api/session.ts'
import { chatDraft, keepChatDraft } from './chat-drafts.ts'
import { emptyChat, newFrom, withEarlier, withEvent, withNewest, type ChatState } from './chat-state.ts'

const message = (n: number): ChatMessage => ({
  n,
  clientId: `id ${n}`,
  from: 'B.customer',
  source: 'rider',
  type: 'text',
  message: `m${n}`,
  photo: null,
  at: n,
  msgDate: '2026-11-23',
  msgTime: '10:00:00',
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i))
const chat = (from: number, to: number, more: Partial<ChatState> = {}): ChatState => ({
  ...emptyChat,
  messages: range(from, to),
  more: from > 1,
  ...more,
})
const numbers = (state: ChatState | undefined) => state?.messages.map(({ n }) => n)

describe('the messages of a page', () => {
  it('grow by an event, once, whatever was sent twice', () => {
    const one = withEvent(emptyChat, { message: message(1), unread: 1 })
    expect(numbers(one)).toEqual([1])
    expect(numbers(withEvent(one!, { message: message(1) }))).toEqual([1])
    expect(one?.unread).toBe(1)
  })

  it('are announced when the other side sends them: no earlier page and no own message [design/web-202]', () => {
    const held = { messages: [...range(1, 4), { ...message(5), source: 'driver' as const }] }
    expect(newFrom(held, 'rider', 3)).toEqual([message(4)])
    expect(newFrom(held, 'driver', 3).map(({ n }) => n)).toEqual([5])
    expect(newFrom(withEarlier(chat(5, 8), chat(1, 4)), 'rider', 8)).toEqual([])
  })

  it('are read again when an event shows a gap', () => {
    expect(withEvent(chat(1, 3), { message: message(5) })).toBeUndefined()
  })

  it('keep earlier pages and later events when the newest page is read again', () => {
    const held = chat(1, 12, { more: false })
    expect(numbers(withNewest(held, chat(5, 10)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(withNewest(held, chat(5, 10)).more).toBe(false)
  })

  it('start over when there is a gap between what is held and the newest page', () => {
    expect(numbers(withNewest(chat(1, 3), chat(5, 7)))).toEqual([5, 6, 7])
    expect(withNewest(chat(1, 3), chat(5, 7)).more).toBe(true)
    expect(numbers(withNewest(undefined, chat(5, 7)))).toEqual([5, 6, 7])
  })

  it('get an earlier page in front', () => {
    expect(withEarlier(chat(5, 7), { messages: range(1, 5), more: false })).toMatchObject({ more: false })
    expect(numbers(withEarlier(chat(5, 7), { messages: range(1, 5), more: false }))).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('have marks that never go back', () => {
    const held = chat(1, 5, { marks: { delivered: 5, read: 4 } })
    expect(withEvent(held, { message: null, marks: { delivered: 3, read: 3 } })?.marks).toEqual({
      delivered: 5,
      read: 4,
    })
    expect(withNewest(held, chat(1, 5, { marks: { delivered: 5, read: 5 } })).marks).toEqual({ delivered: 5, read: 5 })
  })
})

it('an unsent message belongs to the person who typed it and is dropped at sign-out [design/chat-14]', () => {
  const signedIn = (id: string) => queryClient.setQueryData(sessionQuery.queryKey, { id, usertype: 'rider' } as Me)
  signedIn('r1')
  keepChatDraft('B', 'on my way')
  expect([chatDraft('B'), chatDraft('C')]).toEqual(['on my way', ''])
  signedIn('r2')
  expect(chatDraft('B')).toBe('')
  signedIn('r1')
  expect(chatDraft('B')).toBe('on my way')
  sessionEnded()
  signedIn('r1')
  expect(chatDraft('B')).toBe('')
  queryClient.clear()
})
