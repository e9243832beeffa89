import {
  mostFollowed,
  type FromClient,
  type FromServer,
  type Handshake,
  type LiveEvent,
  type Mark,
} from '@remis/domain/live/live-events'
import { follow, welcome } from '@remis/domain/live/resume'
import type { Fix, PositionsSent, TripPosition } from '@remis/domain/tracking/tracking-api'
import { isNewer, type ServerClock } from '../api/server-clock.ts'

/** `connecting` is the first try; `offline` is shown in the banner. */
export type LinkState = 'closed' | 'connecting' | 'online' | 'offline'

/** The part of a Socket.IO client that is used, so that tests can replace it. */
export interface Transport {
  on<K extends keyof FromServer>(name: K, run: FromServer[K]): void
  /** `refused`: the session is invalid */
  onDown(run: (refused: boolean) => void): void
  connect(): void
  connected(): boolean
  close(): void
  send(batch: { fixes: Fix[] }): Promise<Parameters<Parameters<FromClient['positions']>[1]>[0]>
  /** lost when the link is down */
  sendTyping: FromClient['typing']
  follow: FromClient['follow']
}

interface LiveHandlers {
  event(event: LiveEvent): void
  position(position: TripPosition): void
  typing: FromServer['typing']
  /** the server sends every event after the mark: what is not older than the mark stays */
  resume(): void
  /** events may have been missed: reload all data */
  reload(): void
  /** the server's data may be older than what the page holds: drop what has versions and reload all data */
  drop(): void
  bye: FromServer['bye']
  state(state: LinkState): void
}

export interface LiveLink {
  state(): LinkState
  positions(fixes: Fix[]): Promise<PositionsSent>
  typing: FromClient['typing']
  /** These are all bookings whose positions the page shows. */
  follow(bookingIds: readonly string[]): void
  /** The device reports its network as lost or back. */
  network(up: boolean): void
  close(): void
}

/**
 * Follows the server's stream: every event after `from` once and in order, `reload` when some were missed or it is
 * null [design/live-8], `drop` after an event of another epoch.
 */
export const openLiveLink = (
  open: (shake: () => Handshake) => Transport,
  handlers: LiveHandlers,
  clock: Pick<ServerClock, 'set' | 'now'>,
  from: Mark | null,
): LiveLink => {
  let mark = from
  let state: LinkState = 'connecting'
  let ended = false
  const latest = new Map<string, number>()
  let followed: readonly string[] = []

  const become = (next: LinkState) => {
    if (state === next) return
    state = next
    handlers.state(next)
  }

  const wire = open(() => ({ mark }))
  wire.on('hello', (hello) => {
    const came = welcome(mark, hello)
    mark = came.mark
    clock.set(hello.now)
    // The clock of the database may have been set back meanwhile.
    latest.clear()
    become('online')
    // A new link follows none.
    if (followed.length > 0) wire.follow({ bookingIds: followed })
    handlers[came.next]()
  })
  wire.on('event', (event) => {
    const next = follow(mark, event)
    mark = next.mark
    if (next.apply) handlers.event(event)
  })
  wire.on('position', (position) => {
    if (!isNewer(position.at, latest.get(position.bookingId) ?? 0, clock.now())) return
    latest.set(position.bookingId, position.at)
    handlers.position(position)
  })
  wire.on('typing', (typing) => handlers.typing(typing))
  const end: FromServer['bye'] = (why) => {
    ended = true
    wire.close()
    become('closed')
    handlers.bye(why)
  }
  wire.on('bye', end)
  wire.onDown((refused) => {
    if (ended) return
    if (refused) end({ key: 'not_logged_in' })
    else become('offline')
  })

  return {
    state: () => state,
    async positions(fixes) {
      if (state !== 'online') throw new Error('the live link is down')
      const answer = await wire.send({ fixes })
      if ('error' in answer) throw new Error(answer.error.key)
      return answer
    },
    typing(typing) {
      if (state === 'online') wire.sendTyping(typing)
    },
    follow(bookingIds) {
      followed = bookingIds.slice(-mostFollowed)
      if (state === 'online') wire.follow({ bookingIds: followed })
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
