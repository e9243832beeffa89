import type { Fix } from '@remis/domain/tracking/tracking-api'

/** The driver's unconfirmed positions, numbered without a gap [design/tracking-2]. Immutable; stored as JSON. */
export interface PositionQueue {
  readonly next: number
  readonly unsent: readonly Fix[]
}

/** A reading of the device, not numbered yet. */
export type Reading = Omit<Fix, 'seq'>

/** The endpoint accepts 500 at once; smaller batches pass a bad network more easily. */
export const batchSize = 200
/** About five hours of one fix per 4 s; beyond it every second fix of the older half is dropped. */
export const mostKept = 4500

export const emptyQueue: PositionQueue = { next: 1, unsent: [] }

export const put = (queue: PositionQueue, reading: Reading): PositionQueue => {
  const unsent = [...queue.unsent, { ...reading, seq: queue.next }]
  return { next: queue.next + 1, unsent: unsent.length > mostKept ? thinned(unsent) : unsent }
}

export const batchOf = (queue: PositionQueue): Fix[] => queue.unsent.slice(0, batchSize)

/** Removes `sent` after the server has taken them, whether it stored or dropped them. */
export const confirmed = (queue: PositionQueue, sent: readonly Fix[], lastSeq: number): PositionQueue => {
  const last = sent.at(-1)?.seq ?? 0
  return caughtUp({ ...queue, unsent: queue.unsent.filter((fix) => fix.seq > last) }, lastSeq)
}

/**
 * The server has this driver's positions up to `lastSeq`. If that is ahead of our numbers (another device, cleared
 * storage), ours are renumbered after it: the server ignores a number it has already seen.
 */
export const caughtUp = (queue: PositionQueue, lastSeq: number): PositionQueue => {
  const first = queue.unsent[0]?.seq ?? queue.next
  if (first > lastSeq) return queue
  const unsent = queue.unsent.map((fix, i) => ({ ...fix, seq: lastSeq + 1 + i }))
  return { next: lastSeq + 1 + unsent.length, unsent }
}

/** Drops fixes up to `at` (ms): another phone has sent the track until then. */
export const laterThan = (queue: PositionQueue, at: number): PositionQueue => ({
  ...queue,
  unsent: queue.unsent.filter((fix) => fix.at > at),
})

/** The stored queue, or an empty one if the value is invalid. */
export const readQueue = (stored: string | null): PositionQueue => {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<PositionQueue> | null
    if (value === null || !Number.isSafeInteger(value.next) || !Array.isArray(value.unsent)) return emptyQueue
    const unsent = value.unsent.filter((fix) => Number.isSafeInteger(fix?.seq) && Number.isFinite(fix?.lat))
    return { next: Math.max(value.next!, (unsent.at(-1)?.seq ?? 0) + 1), unsent }
  } catch {
    return emptyQueue
  }
}

const thinned = (unsent: readonly Fix[]): Fix[] => {
  const half = Math.floor(unsent.length / 2)
  return unsent.filter((_, i) => i >= half || i % 2 === 0)
}
