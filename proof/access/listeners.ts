import type { LiveEvent, Mark } from '@remis/domain/live/live-events'
import type { Link } from '@remis/server/testing/actors'
import { canariesOf, leaks, type Planted } from './canaries.ts'
import type { Person } from './actors.ts'
import { differences, shape } from './shape.ts'
import { envelope, liveView, position } from './live-views.ts'

/** Messages a person received since the last `drain`. */
export interface Received {
  readonly events: readonly LiveEvent[]
  readonly positions: readonly unknown[]
  readonly bytes: string
}

export interface Listener {
  readonly name: string
  readonly person: Person
  readonly link: Link
  /** returns and clears the received messages */
  drain(): Received
}

export const listenAs = async (name: string, person: Person, mark: Mark | null = null): Promise<Listener> => {
  const link = await person.connect(mark)
  const packets: string[] = []
  // Every frame, whatever its name.
  link.socket.io.engine.on('packet', ({ data }: { data?: unknown }) => packets.push(String(data)))
  const early = mark === null ? [] : [JSON.stringify(link.events)]
  return {
    name,
    person,
    link,
    drain: () => ({
      events: link.events.splice(0),
      positions: link.received.splice(0).map(({ payload }) => payload),
      bytes: [...early.splice(0), ...packets.splice(0)].join('\n'),
    }),
  }
}

/** Faults of what a person received: fields outside their view, and canaries. */
export const faultsOf = (
  planted: Planted,
  { name, person }: Listener,
  { events, positions, bytes }: Received,
): string[] => [
  ...events.flatMap((event) => [
    ...differences(shape(envelope), event),
    ...differences(liveView(event.kind, person.role), event.payload).map((fault) => `${name}, ${event.kind}: ${fault}`),
  ]),
  ...positions.flatMap((one) => differences(position, one).map((fault) => `${name}, position: ${fault}`)),
  ...leaks(canariesOf(planted), { role: person.role, id: person.id, call: 'live' }, bytes).map(
    (what) => `LEAK to ${name}: ${what}`,
  ),
]
