import { describe, expect, it, vi } from 'vitest'
import { makeActionSender, type PendingAction } from './action-sender.ts'

const arrive: PendingAction = { bookingId: 'B', action: 'arrive', key: 'k1', body: {} }
const settled = () => new Promise((done) => setTimeout(done, 2))

const memory = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const setUp = (store = memory()) => {
  const line = { answer: 'ok' as 'ok' | 'down' | 'refused' | 'no upload', photo: 'file-1' }
  const later: (() => void)[] = []
  const send = vi.fn(async (action: PendingAction) => {
    await Promise.resolve(action)
    if (line.answer !== 'ok') throw new Error(line.answer)
    return 'moved'
  })
  const complete = vi.fn(async (action: PendingAction) => {
    await Promise.resolve(action)
    if (line.answer === 'no upload') throw new Error('down')
    if (action.photos === undefined || action.files !== undefined) return action
    return { ...action, files: { photo: line.photo } }
  })
  const done = vi.fn()
  const refused = vi.fn()
  const sender = makeActionSender('a', {
    complete,
    send,
    done,
    refused,
    mayRetry: (error) => (error as Error).message === 'down',
    store,
    after: (_, run) => later.push(run),
  })
  return { sender, line, later, send, done, refused, store }
}

describe('a driver’s action', () => {
  it('is sent once', async () => {
    const { sender, send, done, store } = setUp()
    expect(sender.run(arrive)).toBe(true)
    expect(sender.run({ ...arrive, key: 'k2' }), 'a second press').toBe(false)
    await settled()
    expect(send).toHaveBeenCalledOnce()
    expect(done).toHaveBeenCalledWith(arrive, 'moved')
    expect(store.kept.size).toBe(0)
  })

  it('waits for the network and repeats the same request with the same key', async () => {
    const { sender, line, later, send, done } = setUp()
    line.answer = 'down'
    sender.run(arrive)
    await settled()
    expect(sender.state()).toEqual({ pending: arrive, phase: 'waiting' })
    line.answer = 'ok'
    sender.retryNow()
    await settled()
    expect(send.mock.calls.map(([action]) => action)).toEqual([arrive, arrive])
    expect(done).toHaveBeenCalledOnce()
    later.forEach((run) => run())
    await settled()
    expect(send, 'a retry that was planned finds nothing to do').toHaveBeenCalledTimes(2)
  })

  it('keeps the files of its first try, also after a reload, when a photo is taken again [design/delivery-23]', async () => {
    const first = setUp()
    const start: PendingAction = { ...arrive, action: 'start', photos: { photo: 'pickup_image' } }
    first.line.answer = 'no upload'
    first.sender.run(start)
    await settled()
    expect(first.send).not.toHaveBeenCalled()
    expect(first.sender.state()).toEqual({ pending: start, phase: 'waiting' })
    first.line.answer = 'down'
    first.sender.retryNow()
    await settled()
    const second = setUp(first.store)
    second.line.photo = 'file-2'
    await settled()
    const sent = { ...start, files: { photo: 'file-1' } }
    expect(first.send).toHaveBeenCalledWith(sent)
    expect(second.send.mock.calls).toEqual([[sent]])
    expect(second.done).toHaveBeenCalledWith(sent, 'moved')
  })

  it('continues after a reload', async () => {
    const first = setUp()
    first.line.answer = 'down'
    first.sender.run(arrive)
    await settled()
    const second = setUp(first.store)
    await settled()
    expect(second.send).toHaveBeenCalledWith(arrive)
    expect(second.done).toHaveBeenCalledOnce()
  })

  it('ends with a refusal, which is reported', async () => {
    const { sender, line, refused, store } = setUp()
    line.answer = 'refused'
    sender.run(arrive)
    await settled()
    expect(refused).toHaveBeenCalledOnce()
    expect(sender.state().phase).toBe('idle')
    expect(store.kept.size).toBe(0)
  })

  it('can be cancelled', async () => {
    const { sender, line, later, send } = setUp()
    line.answer = 'down'
    sender.run(arrive)
    await settled()
    sender.forget()
    later.forEach((run) => run())
    await settled()
    expect(send).toHaveBeenCalledOnce()
    expect(sender.state().pending).toBeNull()
  })

  it('starts empty on an invalid value in the storage', () => {
    for (const rubbish of ['{', '7', '{"action":"fly"}', '{"bookingId":"B","key":"k","body":{},"action":"fly"}']) {
      const store = memory()
      store.setItem('a', rubbish)
      expect(setUp(store).sender.state().pending).toBeNull()
    }
  })
})
