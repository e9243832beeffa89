import type { Mark } from '@remis/domain/live/live-events'
import type { Live } from './live.ts'

/** What use-cases know of the live layer. */
export interface Broadcaster {
  /**
   * Sends a short-lived message (a position) to open screens. It may be lost; once per connection, however many of the
   * rooms it is in.
   */
  broadcast(rooms: readonly string[], name: string, payload: unknown): void
  /** The last event of the stream that this node has read; null until `connect`. */
  mark(): Mark | null
}

/** Created before the live layer, which needs the use-cases; until `connect` nothing is sent. */
export const makeBroadcaster = (): Broadcaster & { connect(live: Live): void } => {
  let open: Live | undefined
  return {
    broadcast: (rooms, name, payload) => open?.broadcast(rooms, name, payload),
    mark: () => open?.mark() ?? null,
    connect: (live) => (open = live),
  }
}
