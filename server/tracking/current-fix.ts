import type { Booking } from '@remis/domain/booking/booking'
import { maxAccuracyMetres } from '@remis/domain/booking/final-fare/trip-points'
import type { LatLng } from '@remis/domain/kit/distance'
import { fixFreshMs, readTime } from '@remis/domain/tracking/pickup-presence'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Person } from '../platform/http/use-case.ts'
import { insertLogged, type TripPoint } from './point-store.ts'
import { lastFix, storeFixesOfMove } from './store-fixes.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/**
 * Where the driver is now, for a command that depends on the place: judges the fixes that the command carries like any
 * others, then returns the last believed fix when it is fresh and accurate to 50 m, else null [design/tracking-19]; a
 * repeated reading is fresh for a minute. A position a driver sends is a claim, so an impossible one changes nothing.
 */
export const currentFix = async (app: TrackingDeps, driver: Person, fixes: readonly Fix[]): Promise<Fix | null> => {
  await storeFixesOfMove(app, driver, fixes)
  const [seen, now] = await Promise.all([lastFix(app, driver.id), nowMs(app.db.request)])
  if (seen === null || now - seen.at > app.config.limits.tracking.freshSeconds * 1000) return null
  if (now - readTime(seen) > fixFreshMs) return null
  return (seen.accuracy ?? 0) <= maxAccuracyMetres ? seen : null
}

/**
 * Where the driver was at a past moment of a trip, from its points by their own time: the last one before it, when that
 * is fresh and accurate to 50 m [design/moves-95].
 */
export const placeAt = (
  points: readonly TripPoint[],
  at: number,
  { freshSeconds }: { readonly freshSeconds: number },
): Place | null => {
  const last = points.findLast((point) => point.at <= at)
  if (last === undefined || at - last.at > freshSeconds * 1000) return null
  if (at - readTime({ at: last.at, readAt: last.readAt ?? last.at }) > fixFreshMs) return null
  return (last.accuracy ?? 0) <= maxAccuracyMetres ? last : null
}

/** A place of the driver; `accuracy` in metres. */
export type Place = LatLng & { readonly accuracy?: number | null | undefined }

/** Logs where the trip starts, at its start: the driver's current position, else the pickup [design/tracking-19]. */
export const logStart = (tx: Tx, { id, startTime, pickup }: Booking, fix: Fix | null): Promise<void> =>
  log(tx, { id, status: 'STARTED', at: startTime, place: fix ?? pickup, accuracy: fix?.accuracy })

/** Logs where the trip was ended, where that is known. It comes after the trip and is not charged. */
export const logEnd = async (tx: Tx, { id, endTime }: Booking, fix: Place | null): Promise<void> => {
  if (fix !== null) await log(tx, { id, status: 'REACHED', at: endTime, place: fix, accuracy: fix.accuracy })
}

interface Logged {
  readonly id: string
  readonly status: 'STARTED' | 'REACHED'
  readonly at: number | null
  readonly place: LatLng
  readonly accuracy: number | null | undefined
}

const log = async (tx: Tx, { id, status, at, place: { lat, lng }, accuracy }: Logged): Promise<void> => {
  if (at === null) throw new Error(`booking ${id} has no time to log its position at`)
  await insertLogged(tx, { bookingId: id, status, lat, lng, at, accuracy: accuracy ?? null })
}
