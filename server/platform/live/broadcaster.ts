import type { Live } from './live.ts'

/** How use-cases reach open screens with what is worth nothing a moment later: positions. */
export interface Broadcaster {
  /** Latest wins, may be lost. Once per link, however many of the rooms it is in. */
  broadcast(rooms: readonly string[], name: string, payload: unknown): void
}

/** Made before the live layer is open, which needs the use-cases; until then nobody listens anyway. */
export const makeBroadcaster = (): Broadcaster & { connect(live: Live): void } => {
  let open: Live | undefined
  return {
    broadcast: (rooms, name, payload) => open?.broadcast(rooms, name, payload),
    connect: (live) => (open = live),
  }
}
