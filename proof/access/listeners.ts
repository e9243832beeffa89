import type { LiveEvent, Mark } from '@remis/domain/live/live-events'
import type { Link } from '@remis/server/testing/actors'
import { canariesOf, leaks, type Planted } from './canaries.ts'
import type { Person } from './actors.ts'
import { differences, shape } from './shape.ts'
import { envelope, liveView, position } from './live-views.ts'

/** What came over one person's link since it was looked at last. */
export interface Heard {
  readonly events: readonly LiveEvent[]
  readonly positions: readonly unknown[]
  readonly bytes: string
}

export interface Listener {
  readonly name: string
  readonly person: Person
  readonly link: Link
  /** empties what was heard */
  take(): Heard
}

export const listenAs = async (name: string, person: Person, mark: Mark | null = null): Promise<Listener> => {
  const link = await person.connect(mark)
  const packets: string[] = []
  // Every frame as it came, whatever its name.
  link.socket.io.engine.on('packet', ({ data }: { data?: unknown }) => packets.push(String(data)))
  const early = mark === null ? [] : [JSON.stringify(link.events)]
  return {
    name,
    person,
    link,
    take: () => ({
      events: link.events.splice(0),
      positions: link.heard.splice(0).map(({ payload }) => payload),
      bytes: [...early.splice(0), ...packets.splice(0)].join('\n'),
    }),
  }
}

/** What is wrong with what somebody heard: fields that are not in their view, and what §1.8 keeps from them. */
export const faultsOf = (
  planted: Planted,
  { name, person }: Listener,
  { events, positions, bytes }: Heard,
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
