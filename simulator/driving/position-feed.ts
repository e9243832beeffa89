import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Place } from './route-walker.ts'

export type SendFixes = (fixes: readonly Fix[]) => Promise<{ readonly lastSeq: number }>

export interface PositionFeed {
  /** Adds a position at `at` (ms). On a trip all are kept until the server has them, otherwise only the newest. */
  push(place: Place, at: number, onTrip: boolean): void
  /** The fixes that the server has not acknowledged; `reach` carries them [design/tracking-3]. */
  unsent(): readonly Fix[]
  /** The last position, to be repeated while the car does not move. */
  last(): Place | undefined
}

/** Fixes per batch: the app's limit for one live message [design/tracking-1]. */
const batch = 200
const most = 400

/** Drops every second fix, never the first or the last, so that the shape of the track stays. */
const thin = (fixes: readonly Fix[]): Fix[] => fixes.filter((_, i) => i % 2 === 0 || i === fixes.length - 1)

/**
 * Numbers the positions of one driver and sends them, one batch at a time. A failed batch is sent again with the next
 * position: by the numbers the server stores each once. `firstSeq` is the number after the server's last.
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
      // Another device of this driver may have used higher numbers: continue after them.
      seq = Math.max(seq, lastSeq + 1)
    } catch {
      // Sent again with the next position.
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
