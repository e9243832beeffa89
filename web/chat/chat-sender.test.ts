import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { AppError } from '@remis/domain/messages/app-error'
import { describe, expect, it } from 'vitest'
import type { KeptBox } from '../platform/sending/kept-box.ts'
import { makeChatSender, type KeptMessage } from './chat-sender.ts'

const boxOf = (kept = new Map<string, KeptMessage>()): KeptBox<KeptMessage> & { kept: Map<string, KeptMessage> } => ({
  kept,
  all: () => Promise.resolve([...kept.values()]),
  put: (message) => Promise.resolve(void kept.set(message.clientId, message)),
  remove: (key) => Promise.resolve(void kept.delete(key)),
})

/** A server that stores each client id once; `line` decides what happens to a call. */
const setUp = (box = boxOf(), user = 'one') => {
  const line: { state: 'up' | 'down' | 'answer lost' | 'silent' | 'closed' } = { state: 'up' }
  const stored = new Map<string, string>()
  const sent: string[] = []
  const uploads: string[] = []
  const later: (() => void)[] = []
  /** timeouts of answers */
  const timeouts: (() => void)[] = []
  let ids = 0
  let clock = 1000
  const pass = (work: () => void) => {
    if (line.state === 'down') throw new Error('down')
    if (line.state === 'closed') throw new AppError(409, 'chat_closed')
    work()
    if (line.state === 'answer lost') throw new Error('lost')
  }
  const sender = makeChatSender(user, {
    box,
    upload: async ({ clientId }, onProgress) => {
      await Promise.resolve()
      onProgress(50)
      pass(() => uploads.push(clientId))
      return `file of ${clientId}`
    },
    send: async ({ clientId, message, photo }) => {
      await Promise.resolve()
      pass(() => stored.set(clientId, stored.get(clientId) ?? `${message}${photo ?? ''}`))
      if (line.state === 'silent') await new Promise(() => undefined)
      return { n: stored.size, clientId } as ChatMessage
    },
    sent: ({ message }) => sent.push(message),
    mayHaveHappened: (error) => !(error instanceof AppError),
    keyOf: (error) => (error as AppError).key,
    newId: () => `${user} ${ids++}`,
    now: () => clock++,
    after: (ms, run) => (ms === 15_000 ? timeouts : later).push(run),
  })
  const text = (message: string) => sender.add({ booking: 'B', type: 'text', message, picture: null })
  return { sender, line, stored, sent, uploads, later, timeouts, box, text }
}

const settled = () => new Promise((done) => setTimeout(done, 5))
const phases = ({ sender }: ReturnType<typeof setUp>) => sender.state().map(({ message, phase }) => [message, phase])

describe('the sender of messages [design/chat-3]', () => {
  it('sends in order, and keeps nothing that was sent', async () => {
    const at = setUp()
    await Promise.all([at.text('one'), at.text('two'), at.text('three')])
    await settled()
    expect([...at.stored.values()]).toEqual(['one', 'two', 'three'])
    expect(at.sent).toEqual(['one', 'two', 'three'])
    expect(at.sender.state()).toEqual([])
    expect(at.box.kept.size).toBe(0)
  })

  it('keeps messages through a lost network and a reload, and sends each once', async () => {
    const first = setUp()
    first.line.state = 'down'
    await first.text('one')
    await first.text('two')
    expect(phases(first)).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
    ])
    const second = setUp(boxOf(first.box.kept))
    await settled()
    expect([...second.stored.values()]).toEqual(['one', 'two'])
    expect(second.box.kept.size).toBe(0)
  })

  it('repeats a message whose answer was lost with the same id', async () => {
    const at = setUp()
    at.line.state = 'answer lost'
    await at.text('one')
    expect(phases(at)).toEqual([['one', 'waiting']])
    at.line.state = 'up'
    at.later[0]?.()
    await settled()
    expect([...at.stored]).toEqual([['one 0', 'one']])
    expect(at.sent).toEqual(['one'])
  })

  it('sends a message again whose request hangs, and those behind it', async () => {
    const at = setUp()
    await settled()
    at.line.state = 'silent'
    void at.text('one')
    void at.text('two')
    await settled()
    at.line.state = 'up'
    at.timeouts[0]?.()
    await settled()
    expect(phases(at)).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
    ])
    at.later[0]?.()
    await settled()
    expect([...at.stored]).toEqual([
      ['one 0', 'one'],
      ['one 1', 'two'],
    ])
    expect(at.sender.state()).toEqual([])
  })

  it('shows a refused message with its reason, sends the next ones, and again on request', async () => {
    const at = setUp()
    at.line.state = 'closed'
    await at.text('one')
    expect(at.sender.state()).toMatchObject([{ phase: 'refused', refused: 'chat_closed' }])
    at.line.state = 'up'
    await at.text('two')
    expect(at.sent).toEqual(['two'])
    await at.sender.again('one 0')
    expect(at.sent).toEqual(['two', 'one'])
    at.line.state = 'closed'
    await at.text('three')
    await at.sender.discard('one 2')
    expect(at.sender.state()).toEqual([])
    expect(at.box.kept.size).toBe(0)
  })

  it('uploads a photo once, also when its message has to be sent again', async () => {
    const at = setUp()
    const picture = new Blob(['x'])
    at.line.state = 'down'
    await at.sender.add({ booking: 'B', type: 'photo', message: '', picture })
    at.line.state = 'up'
    at.sender.retryNow()
    await settled()
    expect(at.uploads).toEqual(['one 0'])
    expect([...at.stored.values()]).toEqual(['file of one 0'])
  })

  it('neither shows nor sends what another person of this browser wrote', async () => {
    const first = setUp()
    first.line.state = 'down'
    await first.text('mine')
    const other = setUp(boxOf(first.box.kept), 'other')
    await settled()
    expect(other.sender.state()).toEqual([])
    expect(other.stored.size).toBe(0)
    expect(other.box.kept.size).toBe(1)
  })

  it('forgets what waited longer than a day', async () => {
    const old = { clientId: 'x', user: 'one', booking: 'B', type: 'text', message: 'old' } as const
    const box = boxOf(new Map([['x', { ...old, picture: null, photo: null, at: -90_000_000, refused: null }]]))
    const at = setUp(box)
    await settled()
    expect([at.stored.size, box.kept.size]).toEqual([0, 0])
  })
})
