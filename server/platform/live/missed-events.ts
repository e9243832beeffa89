import type { Kysely } from 'kysely'
import { batchPerDatabase } from '../database/batch.ts'
import type { Tables } from '../database/schema.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'

/** The events after `after` up to `until` for one of `rooms`. A client with `limit` of them is not sent any. */
interface Missed {
  readonly after: number
  readonly until: number
  readonly rooms: readonly string[]
  readonly limit: number
}

const byRoom = (events: readonly StreamEvent[]): ReadonlyMap<string, readonly StreamEvent[]> => {
  const rooms = new Map<string, StreamEvent[]>()
  for (const event of events)
    for (const name of event.audience) {
      const known = rooms.get(name)
      if (known === undefined) rooms.set(name, [event])
      else known.push(event)
    }
  return rooms
}

const missedOf = (
  events: ReadonlyMap<string, readonly StreamEvent[]>,
  { after, until, rooms, limit }: Missed,
): StreamEvent[] => {
  // An event may be for several of the rooms.
  const own = new Set<StreamEvent>()
  for (const name of rooms)
    for (const event of events.get(name) ?? []) {
      if (event.seq > after && event.seq <= until) own.add(event)
      if (own.size >= limit) return [...own]
    }
  return [...own].sort((a, b) => a.seq - b.seq)
}

/**
 * One read for all clients that come back at once, as after a restart [design/live-72]. It begins at the oldest mark.
 * No mark is further back than the number of events that may be read [design/live-8].
 */
const readMissedOfMany = async (db: Kysely<Tables>, asked: readonly Missed[]): Promise<StreamEvent[][]> => {
  const behind = asked.filter(({ after, until }) => after < until)
  const [first] = behind
  if (first === undefined) return asked.map(() => [])
  // The events of one client alone are selected by the database.
  if (behind.length === 1) {
    const missed = await readEvents(db, first)
    return asked.map((one) => (one === first ? missed : []))
  }
  let { after, until } = first
  for (const one of behind) [after, until] = [Math.min(after, one.after), Math.max(until, one.until)]
  const events = byRoom(await readEvents(db, { after, until, limit: until - after }))
  return asked.map((one) => missedOf(events, one))
}

export const readMissed: (db: Kysely<Tables>, asked: Missed) => Promise<StreamEvent[]> = batchPerDatabase(
  readMissedOfMany,
  { maxKeys: 5000 },
)
