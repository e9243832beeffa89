import { describe, expect, it, vi } from 'vitest'
import type { Fix, PositionsSent } from '@remis/domain/tracking/tracking-api'
import { makePositionSender } from './position-sender.ts'

const reading = (at: number) => ({ at, lat: -34.9, lng: -56.1 })

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const setUp = (store = memory()) => {
  const got: Fix[] = []
  const line = { socket: true, http: true }
  const later: (() => void)[] = []
  const delays: number[] = []
  const take = (fixes: Fix[]): PositionsSent => {
    got.push(...fixes)
    return { lastSeq: fixes.at(-1)!.seq, dropped: 0 }
  }
  const bySocket = vi.fn(async (fixes: Fix[]) => {
    if (!line.socket) throw new Error('down')
    return Promise.resolve(take(fixes))
  })
  const byHttp = vi.fn(async (fixes: Fix[]) => {
    if (!line.http) throw new Error('down')
    return Promise.resolve(take(fixes))
  })
  const after = (ms: number, run: () => void) => {
    delays.push(ms)
    later.push(run)
  }
  const sender = makePositionSender('p', { bySocket, byHttp, store, after })
  return { sender, got, line, later, delays, store, bySocket, byHttp }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

describe('position sender', () => {
  it('sends nothing before `begin`, and starts behind the last number of the server [design/tracking-2]', async () => {
    const { sender, got } = setUp()
    sender.add(reading(1))
    await settled()
    expect(got).toEqual([])
    sender.begin(10)
    await settled()
    expect(got.map((fix) => fix.seq)).toEqual([11])
  })

  it('falls back to HTTP, then queues, then sends all in order [design/tracking-1]', async () => {
    const { sender, got, line, later, byHttp } = setUp()
    sender.begin(0)
    line.socket = false
    sender.add(reading(1))
    await settled()
    expect(byHttp).toHaveBeenCalledOnce()
    line.http = false
    sender.add(reading(2))
    await settled()
    sender.add(reading(3))
    await settled()
    expect(sender.unsent()).toHaveLength(2)
    expect(later, 'one retry is planned, not one per position').toHaveLength(1)
    line.socket = true
    later[0]!()
    await settled()
    expect(got.map((fix) => fix.at)).toEqual([1, 2, 3])
    expect(sender.unsent()).toEqual([])
  })

  it('tries again after 1, 2, 4, 8 and 15 s [design/tracking-2]', async () => {
    const { sender, line, later, delays } = setUp()
    line.socket = line.http = false
    sender.begin(0)
    sender.add(reading(1))
    await settled()
    for (let n = 0; n < 5; n++) {
      later[n]!()
      await settled()
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  it('keeps what the server refuses while another phone sends, and tries again later [design/tracking-20]', async () => {
    const { sender, got, later, bySocket, byHttp } = setUp()
    bySocket.mockResolvedValueOnce({ lastSeq: -1, dropped: 1 })
    sender.begin(0)
    sender.add(reading(1))
    await settled()
    sender.add(reading(2))
    await settled()
    expect([sender.unsent().length, sender.refused(), got, later.length]).toEqual([2, true, [], 1])
    expect(byHttp).not.toHaveBeenCalled()
    later[0]!()
    await settled()
    expect([sender.unsent(), sender.refused(), got.map((fix) => fix.at)]).toEqual([[], false, [1, 2]])
  })

  it('keeps only what is later than the last position of the phone that sends [design/tracking-50]', async () => {
    const { sender, got, later, bySocket } = setUp()
    sender.begin(0)
    for (const lastAt of [1, 3]) {
      bySocket.mockResolvedValueOnce({ lastSeq: -1, dropped: 1, lastAt })
      sender.add(reading(lastAt))
      sender.add(reading(lastAt + 1))
      later.shift()?.()
      await settled()
    }
    expect([sender.unsent().map((fix) => fix.at), got]).toEqual([[4], []])
    later.shift()!()
    await settled()
    expect([got.map((fix) => fix.at), sender.unsent()]).toEqual([[4], []])
  })

  it('goes on after a refusal that left nothing to send [design/tracking-50]', async () => {
    const { sender, got, later, bySocket } = setUp()
    sender.begin(0)
    bySocket.mockResolvedValueOnce({ lastSeq: -1, dropped: 1, lastAt: 1 })
    sender.add(reading(1))
    await settled()
    later.shift()!()
    sender.add(reading(2))
    await settled()
    expect([got.map((fix) => fix.at), later]).toEqual([[2], []])
  })

  it('continues after a reload [design/tracking-2]', async () => {
    const first = setUp()
    first.line.socket = first.line.http = false
    first.sender.begin(0)
    first.sender.add(reading(1))
    await settled()
    const second = setUp(first.store)
    second.sender.begin(0)
    await settled()
    expect(second.got.map((fix) => fix.at)).toEqual([1])
  })
})
