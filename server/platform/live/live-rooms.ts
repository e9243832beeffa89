import type { StreamEvent } from './event-stream.ts'

/** Who follows the stream, by the rooms they are in. */
export interface Listener {
  readonly rooms: ReadonlySet<string>
  push(events: readonly StreamEvent[]): void
}

/**
 * Finds the listeners of events by their rooms: an event for one driver among a thousand open links is looked at once
 * and not a thousand times.
 */
export class LiveRooms<L extends Listener> {
  readonly #inRoom = new Map<string, Set<L>>()

  enter(listener: L): void {
    for (const room of listener.rooms) {
      const inside = this.#inRoom.get(room)
      if (inside === undefined) this.#inRoom.set(room, new Set([listener]))
      else inside.add(listener)
    }
  }

  leave(listener: L): void {
    for (const room of listener.rooms) {
      const inside = this.#inRoom.get(room)
      inside?.delete(listener)
      if (inside?.size === 0) this.#inRoom.delete(room)
    }
  }

  /** Everybody in any of these rooms, each once. */
  inside(rooms: readonly string[]): Iterable<L> {
    const filled = rooms.flatMap((room) => this.#inRoom.get(room) ?? [])
    const [only] = filled
    if (filled.length <= 1) return only ?? []
    return new Set(filled.flatMap((listeners) => [...listeners]))
  }

  /** Gives each listener those events that it hears, in their order and each once however many of its rooms are meant. */
  tell(events: readonly StreamEvent[]): void {
    const heard = new Map<L, StreamEvent[]>()
    for (const event of events)
      for (const room of event.audience)
        for (const listener of this.#inRoom.get(room) ?? []) {
          const own = heard.get(listener)
          if (own === undefined) heard.set(listener, [event])
          else if (own.at(-1) !== event) own.push(event)
        }
    for (const [listener, own] of heard) listener.push(own)
  }
}
