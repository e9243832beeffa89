import { describe, expect, it } from 'vitest'
import type { FromServer, LiveEvent, Mark } from '@remis/domain/live/live-events'
import { openLiveLink, type Transport } from './live-link.ts'

const setUp = (from: Mark | null = null) => {
  const handlers: { [K in keyof FromServer]?: FromServer[K] } = {}
  const log: string[] = []
  const times: number[] = []
  let down: (refused: boolean) => void = () => {}
  let shake: () => unknown = () => null
  const wire: Transport = {
    on: (name, run) => void (handlers[name] = run),
    onDown: (run) => void (down = run),
    connect: () => void log.push('connect'),
    connected: () => true,
    close: () => void log.push('close'),
    follow: ({ bookingIds }) => void log.push(`follow ${bookingIds.join()}`),
    sendTyping: ({ bookingId }) => void log.push(`typing in ${bookingId}`),
    send: ({ fixes }) => Promise.resolve({ lastSeq: fixes.length, dropped: 0 }),
  }
  const link = openLiveLink(
    (given) => {
      shake = given
      return wire
    },
    {
      event: (event) => void log.push(`event ${event.seq}`),
      position: (position) => void log.push(`position ${position.at}`),
      typing: ({ bookingId }) => void log.push(`${bookingId} types`),
      resume: () => void log.push('resume'),
      reload: () => void log.push('reload'),
      drop: () => void log.push('drop'),
      bye: ({ key }) => void log.push(`bye ${key}`),
      state: (state) => void log.push(state),
    },
    { set: (now) => void times.push(now), now: () => times.at(-1) ?? 4000 },
    from,
  )
  const event = (seq: number, epoch = 'a') =>
    handlers.event!({
      epoch,
      seq,
      kind: 'wallet',
      subject: 'u',
      payload: { balance: seq, currency: 'UYU' },
    } as LiveEvent)
  const hello = (seq: number, reset = false, epoch = 'a', now = 4000) => handlers.hello!({ epoch, seq, reset, now })
  const position = (at: number) =>
    handlers.position!({
      bookingId: 'b',
      id: 'b.1',
      status: 'STARTED',
      at,
      lat: 0,
      lng: 0,
      accuracy: null,
      heading: null,
    })
  return {
    link,
    log,
    position,
    times,
    handlers,
    event,
    hello,
    down: (refused = false) => down(refused),
    mark: () => shake(),
  }
}

describe('live link', () => {
  it('loads everything on the first hello and follows the stream from there', () => {
    const { log, hello, event, mark } = setUp()
    expect(mark()).toEqual({ mark: null })
    hello(7)
    event(7)
    event(8)
    expect(log).toEqual(['online', 'reload', 'event 8'])
    expect(mark()).toEqual({ mark: { epoch: 'a', seq: 8 } })
  })

  it('continues from the event before which the page was read, without a reload', () => {
    const { log, hello, event, mark } = setUp({ epoch: 'a', seq: 6 })
    expect(mark()).toEqual({ mark: { epoch: 'a', seq: 6 } })
    hello(8)
    for (const seq of [6, 7, 8]) event(seq)
    expect(log).toEqual(['online', 'resume', 'event 7', 'event 8'])
  })

  it('gets each missed event once after a gap, without a reload', () => {
    const { log, hello, event, down } = setUp()
    hello(1)
    event(2)
    down()
    hello(5)
    for (const seq of [2, 3, 4, 5, 5]) event(seq)
    expect(log).toEqual(['online', 'reload', 'event 2', 'offline', 'online', 'resume', 'event 3', 'event 4', 'event 5'])
  })

  it('says after each hello which bookings it follows, and each change while the link is up [design/live-73]', () => {
    const { link, log, hello, down } = setUp()
    link.follow(['A'])
    hello(1)
    link.follow(['A', 'B'])
    down()
    link.follow([])
    link.follow(['C'])
    hello(2)
    down()
    link.follow([])
    hello(3)
    expect(log.filter((line) => line.startsWith('follow'))).toEqual(['follow A', 'follow A,B', 'follow C'])
  })

  it('reloads when the server cannot resume, and drops what it holds from another epoch [design/live-74]', () => {
    const { log, hello, event, down, mark } = setUp()
    hello(100)
    down()
    hello(500, true)
    expect(mark()).toEqual({ mark: { epoch: 'a', seq: 500 } })
    down()
    hello(3, false, 'b')
    event(4, 'b')
    expect(log.filter((line) => line === 'reload' || line === 'drop')).toEqual(['reload', 'reload', 'drop'])
    expect(log.at(-1)).toBe('event 4')
  })

  it('drops positions that are older than the last one', () => {
    const { log, position } = setUp()
    for (const at of [10, 30, 20, 30, 40]) position(at)
    expect(log).toEqual(['position 10', 'position 30', 'position 40'])
  })

  it('a position from before the server’s clock was set back does not block later ones [design/live-67]', () => {
    const { log, position, hello } = setUp()
    const positions = () => log.filter((line) => line.startsWith('position'))
    hello(1, false, 'a', 100_000)
    position(100_000)
    hello(2, false, 'a', 40_000)
    position(40_000)
    expect(positions()).toEqual(['position 100000', 'position 40000'])
    for (const at of [90_000, 41_000, 40_500]) position(at)
    expect(positions().slice(2)).toEqual(['position 90000', 'position 41000'])
  })

  it('passes signs of typing on, and sends none while the link is down', () => {
    const { link, log, hello, handlers, down } = setUp()
    hello(1)
    handlers.typing!({ bookingId: 'b' })
    link.typing({ bookingId: 'b' })
    down()
    link.typing({ bookingId: 'c' })
    expect(log.filter((line) => line.includes('typ'))).toEqual(['b types', 'typing in b'])
  })

  it('sets the clock by each hello [design/web-12]', () => {
    const { times, hello } = setUp()
    hello(1)
    expect(times).toEqual([4000])
  })

  it('closes with the session and stays closed', () => {
    const { link, log, handlers, hello, down } = setUp()
    hello(1)
    handlers.bye!({ key: 'not_logged_in' })
    down()
    link.network(true)
    expect(log).toEqual(['online', 'reload', 'close', 'closed', 'bye not_logged_in'])
  })

  it('closes when the server refuses the session', () => {
    const { log, down } = setUp()
    down(true)
    expect(log).toEqual(['close', 'closed', 'bye not_logged_in'])
  })

  it('is offline while the network is lost', async () => {
    const { link, hello, down } = setUp()
    hello(1)
    down()
    await expect(link.positions([])).rejects.toThrow('down')
    hello(2)
    link.network(false)
    expect(link.state()).toBe('offline')
    link.network(true)
    expect(link.state()).toBe('online')
  })
})
