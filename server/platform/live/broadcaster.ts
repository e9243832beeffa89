import type { Live } from './live.ts'

/** Sends short-lived messages (positions) from use-cases to open screens. */
export interface Broadcaster {
  /** May be lost; once per connection, however many of the rooms it is in. */
  broadcast(rooms: readonly string[], name: string, payload: unknown): void
}

/** Created before the live layer, which needs the use-cases; until `connect` nothing is sent. */
export const makeBroadcaster = (): Broadcaster & { connect(live: Live): void } => {
  let open: Live | undefined
  return {
    broadcast: (rooms, name, payload) => open?.broadcast(rooms, name, payload),
    connect: (live) => (open = live),
  }
}
