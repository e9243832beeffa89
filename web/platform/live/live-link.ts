import type { FromClient, FromServer, Handshake, LiveEvent, Mark } from '@remis/domain/live/live-events'
import { follow, welcome } from '@remis/domain/live/resume'
import type { Fix, TripPosition } from '@remis/domain/tracking/tracking-api'
import type { PositionAnswer } from '../../drive/positions/position-sender.ts'

/** `connecting` is the first try; `offline` is said aloud by the banner. */
export type LinkState = 'closed' | 'connecting' | 'online' | 'offline'

/** The part of a Socket.IO client that is used, so that tests can hand in their own. */
export interface Transport {
  on<K extends keyof FromServer>(name: K, run: FromServer[K]): void
  /** `refused`: the server does not know this session */
  onDown(run: (refused: boolean) => void): void
  connect(): void
  connected(): boolean
  close(): void
  send(batch: { fixes: Fix[] }): Promise<Parameters<Parameters<FromClient['positions']>[1]>[0]>
}

interface LiveHandlers {
  event(event: LiveEvent): void
  position(position: TripPosition): void
  /** what is held may have missed something: load it anew */
  reload(): void
  bye(key: 'not_logged_in' | 'require_approval'): void
  state(state: LinkState): void
}

export interface LiveLink {
  state(): LinkState
  /** the server's clock now, ms: deadlines of offers and ages of positions are measured by it */
  now(): number
  positions(fixes: Fix[]): Promise<PositionAnswer>
  /** The device says its network is gone or back. */
  network(up: boolean): void
  close(): void
}

/** Follows the stream of the server: every event once and in order, `reload` when something was missed (design §9). */
export const openLiveLink = (
  open: (shake: () => Handshake) => Transport,
  hears: LiveHandlers,
  clock: () => number,
): LiveLink => {
  let mark: Mark | null = null
  let state: LinkState = 'connecting'
  let ended = false
  let offset = 0
  const latest = new Map<string, number>()

  const become = (next: LinkState) => {
    if (state === next) return
    state = next
    hears.state(next)
  }

  const wire = open(() => ({ mark }))
  wire.on('hello', (hello) => {
    const came = welcome(mark, hello)
    mark = came.mark
    offset = hello.now - clock()
    become('online')
    if (came.reload) hears.reload()
  })
  wire.on('event', (event) => {
    const next = follow(mark, event)
    mark = next.mark
    if (next.apply) hears.event(event)
  })
  wire.on('position', (position) => {
    if ((latest.get(position.bookingId) ?? 0) >= position.at) return
    latest.set(position.bookingId, position.at)
    hears.position(position)
  })
  const end = (key: 'not_logged_in' | 'require_approval') => {
    ended = true
    wire.close()
    become('closed')
    hears.bye(key)
  }
  wire.on('bye', ({ key }) => end(key))
  wire.onDown((refused) => {
    if (ended) return
    if (refused) end('not_logged_in')
    else become('offline')
  })

  return {
    state: () => state,
    now: () => clock() + offset,
    async positions(fixes) {
      if (state !== 'online') throw new Error('the live link is down')
      const answer = await wire.send({ fixes })
      if ('error' in answer) throw new Error(answer.error.key)
      return answer
    },
    network(up) {
      if (ended) return
      if (!up) become('offline')
      else if (wire.connected()) become('online')
      else wire.connect()
    },
    close() {
      ended = true
      wire.close()
      become('closed')
    },
  }
}
