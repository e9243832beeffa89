import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Place } from './route-walker.ts'

export type SendFixes = (fixes: readonly Fix[]) => Promise<{ readonly lastSeq: number }>

export interface PositionFeed {
  /** A new position at `at` (ms). On a trip all are kept until the server has them, else only the newest. */
  push(place: Place, at: number, onTrip: boolean): void
  /** What the server has not acknowledged: `reach` carries it along. */
  unsent(): readonly Fix[]
  /** The last position, to be told again while the car stands. */
  last(): Place | undefined
}

/** The server takes 500 at once; a batch must also fit into one live message. */
const batch = 200
const most = 400

/** Every second one goes, never the first or the last: the shape of the track stays. */
const thin = (fixes: readonly Fix[]): Fix[] => fixes.filter((_, i) => i % 2 === 0 || i === fixes.length - 1)

/**
 * Numbers the positions of one driver and hands them over, one batch at a time. What fails is sent again with the next
 * position: the numbers let the server store each once. `firstSeq` comes after the last the server knows.
 */
export const makePositionFeed = (send: SendFixes, firstSeq: number): PositionFeed => {
  let seq = firstSeq
  let waiting: Fix[] = []
  let newest: Place | undefined
  let sending = false

  const flush = async (): Promise<void> => {
    if (sending || waiting.length === 0) return
    sending = true
    try {
      const { lastSeq } = await send(waiting.slice(0, batch))
      waiting = waiting.filter((fix) => fix.seq > lastSeq)
      // Another device of this driver has counted on: what comes next must be new to the server.
      seq = Math.max(seq, lastSeq + 1)
    } catch {
      // The next position tries again.
    } finally {
      sending = false
    }
  }

  return {
    push: (place, at, onTrip) => {
      newest = place
      const fix = { seq: seq++, at, lat: place.lat, lng: place.lng, accuracy: 5, heading: place.heading }
      waiting = onTrip ? [...waiting, fix] : [fix]
      if (waiting.length > most) waiting = thin(waiting)
      void flush()
    },
    unsent: () => waiting,
    last: () => newest,
  }
}
