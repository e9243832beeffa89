import { kmBetween, type LatLng } from '../kit/distance.ts'
import type { Booking } from '../booking/booking.ts'

/** A judged position of the driver: `at` in ms, `accuracy` in metres. */
export interface PlacedFix extends LatLng {
  readonly at: number
  readonly accuracy?: number | null | undefined
  /** of a repeated reading: when the device gave it, ms */
  readonly readAt?: number | undefined
}

/** What the stored points say about the way of a driver to the pickup and the wait there [design/moves-73]. */
export interface Presence {
  /** the shortest distance to the pickup since the acceptance, km; null: no point, or the arrival is confirmed */
  readonly nearestKm: number | null
  /** when the driver was last away from the pickup after the confirmed arrival, ms */
  readonly lastAwayAt: number | null
  /** when the last silence after the confirmed arrival ended that was longer than `longestSilenceMs`, ms */
  readonly silentUntil: number | null
  /** the newest point: since the acceptance, or once the arrival is confirmed, since shortly before that */
  readonly last: PlacedFix | null
}

/** No point was stored: nothing confirms that the driver came. */
export const notSeen: Presence = { nearestKm: null, lastAwayAt: null, silentUntil: null, last: null }

/** [design/moves-70]: a driver within this distance of the pickup is there. */
export const arrivalKm = 0.3
/** Of a fix's accuracy at most this much extends the distance [design/moves-70], km. */
export const accuracyCountsKm = 0.1
/** An older fix does not say where the driver is now [design/moves-70], ms. */
export const fixFreshMs = 60_000
/** A driver without a reading for longer may have been anywhere [design/moves-74], ms. */
export const longestSilenceMs = 120_000
/** A driver has come nearer only by more than the error of two fixes [design/moves-73], km. */
const nearerByKm = 0.05

/** Whether a fix shows the driver at the pickup [design/moves-70]. */
export const isAtPickup = (pickup: LatLng, fix: PlacedFix): boolean =>
  kmBetween(pickup, fix) <= arrivalKm + Math.min((fix.accuracy ?? 0) / 1000, accuracyCountsKm)

/**
 * When the device measured the position, ms: the app repeats the reading of a parked car, and says how old it is
 * [design/tracking-56].
 */
export const readTime = ({ at, readAt = at }: Pick<PlacedFix, 'at' | 'readAt'>): number => Math.min(at, readAt)

/** Whether a fix confirms at `now` that the driver is at the pickup: it is there and fresh. */
export const confirmsArrival = (pickup: LatLng, fix: PlacedFix | null | undefined, now: number): boolean =>
  fix !== null && fix !== undefined && now - readTime(fix) <= fixFreshMs && isAtPickup(pickup, fix)

/**
 * Whether the driver came nearer to the pickup than at the acceptance [design/moves-73]. Where that distance is
 * unknown, the driver must have been at the pickup.
 */
export const cameNearer = (booking: Pick<Booking, 'acceptKm'>, { nearestKm }: Presence): boolean =>
  nearestKm !== null && isNearer(booking, nearestKm)

const isNearer = ({ acceptKm }: Pick<Booking, 'acceptKm'>, km: number): boolean =>
  km <= (acceptKm === null ? arrivalKm : acceptKm - nearerByKm)

/** After this silence the driver may be anywhere [design/moves-74]. */
const isSilent = (last: PlacedFix, now: number): boolean => now - readTime(last) > longestSilenceMs

/** Whether the newest point shows the driver nearer than at the acceptance, and is not too old [design/moves-73]. */
export const comesNow = (booking: Pick<Booking, 'acceptKm' | 'pickup'>, { last }: Presence, now: number): boolean =>
  last !== null && !isSilent(last, now) && isNearer(booking, kmBetween(booking.pickup, last))

/** Whether the driver of a confirmed arrival is away from the pickup, or silent for too long [design/moves-72]. */
export const hasLeftPickup = (
  { pickup, arrivalConfirmedAt }: Pick<Booking, 'pickup' | 'arrivalConfirmedAt'>,
  { last }: Presence,
  now: number,
): boolean => {
  if (arrivalConfirmedAt === null) return false
  // a confirmation may be newer than the newest point: it is by a position from before the acceptance
  if (last === null || isSilent(last, now)) return now - arrivalConfirmedAt > longestSilenceMs
  return !isAtPickup(pickup, last)
}

/**
 * Start of the driver's uninterrupted wait at the pickup, ms; null while the arrival is not confirmed. For a ride for
 * later it is not before the booked time, so it may be in the future [design/moves-108].
 */
export const waitsSince = (
  { status, arrivalConfirmedAt, bookLater, tripdate }: WaitedFor,
  { lastAwayAt, silentUntil }: Presence,
): number | null =>
  status === 'ARRIVED' && arrivalConfirmedAt !== null
    ? Math.max(arrivalConfirmedAt, lastAwayAt ?? 0, silentUntil ?? 0, bookLater ? tripdate : 0)
    : null

type WaitedFor = Pick<Booking, 'status' | 'arrivalConfirmedAt' | 'bookLater' | 'tripdate'>
