import type { Booking } from '@remis/domain/booking/booking'
import { kmBetween, toMetre, type LatLng } from '@remis/domain/kit/distance'
import { LRUCache } from 'lru-cache'
import type { DriveTime, MapsProvider } from '../providers/maps/maps-provider.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** A time from the maps is used for this long, unless the car moves farther than this from where it was computed. */
const keptMs = 60_000
const keptKm = 0.3
/** Not even a fast car, or positions that jump, cause a call more often than this. */
const leastMs = 20_000
const mostKept = 5000

interface Computed {
  readonly drive: Promise<DriveTime | null>
  readonly from: LatLng
  /** ms since 1970 */
  readonly at: number
}

/**
 * The drive times of running trips, in memory. The screens ask every few seconds and an outside service is paid per
 * call, so all watchers of a booking share one time, which is counted down until it is computed again
 * [design/tracking-36].
 */
export class TripEtas {
  readonly #now: () => number
  readonly #kept = new LRUCache<string, Computed>({ max: mostKept })

  constructor(now: () => number = () => Date.now()) {
    this.#now = now
  }

  async find(key: string, maps: Pick<MapsProvider, 'driveTime'>, from: LatLng, to: LatLng): Promise<DriveTime | null> {
    const known = this.#kept.get(key)
    const now = this.#now()
    if (known !== undefined && this.#isFresh(known, from, now)) {
      const drive = await known.drive
      return drive && countDown(drive, (now - known.at) / 1000, kmBetween(known.from, from))
    }
    const drive = maps.driveTime({ lat: from.lat, lng: from.lng }, { lat: to.lat, lng: to.lng })
    // A failure is kept too: it is tried again when a time would be computed again.
    this.#kept.set(key, { drive: drive.catch(() => null), from: { lat: from.lat, lng: from.lng }, at: now })
    return drive
  }

  #isFresh({ from, at }: Computed, position: LatLng, now: number): boolean {
    const age = now - at
    return age < leastMs || (age < keptMs && kmBetween(from, position) <= keptKm)
  }
}

const countDown = ({ distance_in_km: km, duration_in_secs: secs, range }: DriveTime, passed: number, moved: number) => {
  const left = (seconds: number): number => Math.max(0, Math.round(seconds - passed))
  return {
    distance_in_km: Math.max(0, toMetre(km - moved)),
    duration_in_secs: left(secs),
    ...(range ? { range: { low: left(range.low), high: left(range.high) } } : {}),
  }
}

/** Drive time from the driver to the pickup before STARTED, then to the drop. null: the maps have no route. */
export const etaOf = async (
  { maps, log, etas }: Pick<TrackingDeps, 'maps' | 'log' | 'etas'>,
  { id, driver, status, pickup, drop }: Booking,
  from: LatLng,
): Promise<DriveTime | null> => {
  if (status === 'REACHED') return null
  const next = status === 'STARTED' ? drop : pickup
  try {
    return await etas.find([id, driver, next.lat, next.lng].join(), maps, from, next)
  } catch (error) {
    log.info({ err: error, bookingId: id }, 'no driving time to the next point')
    return null
  }
}
