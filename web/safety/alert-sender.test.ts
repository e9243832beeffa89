import type { OwnAlert } from '@remis/domain/safety/safety-api'
import { describe, expect, it } from 'vitest'
import { makeAlertSender, type PendingAlert } from './alert-sender.ts'

const answer: OwnAlert = { id: 'one', sentAt: 5, takenAt: null }
const here = { lat: 1, lng: 2, accuracy: 5, at: 3 }
const offline = new Error('offline')
const refusal = new Error('refused')

/** A sender on a network that the test answers for; `wait` runs what is due next. */
const open = (kept: string | null = null) => {
  const sent: PendingAlert[] = []
  const answers: { resolve: (reply: OwnAlert) => void; reject: (error: unknown) => void }[] = []
  const later: { ms: number; run: () => void }[] = []
  const done: PendingAlert[] = []
  const store = new Map(kept === null ? [] : [['name', kept]])
  let keys = 0
  const sender = makeAlertSender('name', () => `key-${++keys}`, {
    send: (alert) => {
      sent.push(alert)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    mayRetry: (error) => error !== refusal,
    done: (alert) => done.push(alert),
    store: {
      getItem: (name) => store.get(name) ?? null,
      setItem: (name, value) => void store.set(name, value),
      removeItem: (name) => void store.delete(name),
    },
    after: (ms, run) => later.push({ ms, run }),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    sender,
    sent,
    done,
    store,
    reply: async (error?: unknown) => {
      const { resolve, reject } = answers.shift()!
      if (error === undefined) resolve(answer)
      else reject(error)
      await settle()
    },
    wait: async (ms: number) => {
      const at = later.findIndex((one) => one.ms === ms)
      later.splice(at, 1)[0]!.run()
      await settle()
    },
  }
}

describe('an alert without a network [design/safety-5]', () => {
  it('is tried again with the same key until it is sent, and kept meanwhile', async () => {
    const { sender, sent, reply, wait, store, done } = open()
    sender.press('B', 7, here)
    expect(sender.state().phase).toBe('sending')
    await reply(offline)
    expect(sender.state().phase).toBe('waiting')
    expect(JSON.parse(store.get('name') ?? '')).toMatchObject({ bookingId: 'B', pressedAt: 7 })
    await wait(1000)
    await reply(offline)
    await wait(2000)
    await reply()
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
    expect([sender.state().phase, store.size, done.length]).toEqual(['idle', 0, 1])
  })

  it('counts as failed after ten seconds without an answer', async () => {
    const { sender, wait } = open()
    sender.press('B', 7, null)
    await wait(10_000)
    expect(sender.state().phase).toBe('waiting')
  })

  it('is sent at once when the network is back', async () => {
    const { sender, sent, reply } = open()
    sender.press('B', 7, null)
    await reply(offline)
    sender.retryNow()
    expect(sent).toHaveLength(2)
  })

  it('is sent after a reload', async () => {
    const { sender, sent, reply } = open(JSON.stringify({ bookingId: 'B', key: 'old', pressedAt: 7 }))
    expect(sent).toEqual([{ bookingId: 'B', key: 'old', pressedAt: 7, position: null, question: null }])
    await reply()
    expect(sender.state().phase).toBe('idle')
    expect(open('{"bookingId":3}').sent).toEqual([])
    expect(open('no json').sent).toEqual([])
  })

  it('says when the server refuses it for good', async () => {
    const { sender, reply, store } = open()
    sender.press('B', 7, null)
    await reply(refusal)
    expect(sender.state()).toMatchObject({ phase: 'idle', refused: { request: { bookingId: 'B' }, error: refusal } })
    expect(store.size).toBe(0)
  })
})

it('a call for help goes out without a position, is kept, and follows with the position of the phone', async () => {
  const { sender, sent, reply, store } = open()
  sender.press('B', 7, null, 'question')
  expect(sent).toEqual([{ bookingId: 'B', key: 'key-1', pressedAt: 7, position: null, question: 'question' }])
  expect(JSON.parse(store.get('name') ?? '')).toEqual(sent[0])
  await reply(offline)
  sender.locate(here)
  expect(sent[1]).toEqual({ bookingId: 'B', key: 'key-2', pressedAt: 7, position: here, question: 'question' })
})

it('a position that is found later is sent with another key and the time of the press', async () => {
  const { sender, sent, reply } = open()
  sender.press('B', 7, null)
  await reply()
  sender.locate(here)
  expect(sent[1]).toEqual({ bookingId: 'B', key: 'key-2', pressedAt: 7, position: here, question: null })
  // while the first one is still unanswered it takes its place
  const other = open()
  other.sender.press('B', 7, null)
  await other.reply(offline)
  other.sender.locate(here)
  expect(other.sender.state().pending).toMatchObject({ key: 'key-2', pressedAt: 7, position: here })
})
