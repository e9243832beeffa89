import type { Settings } from '../backoffice/settings.ts'
import { inUnit, kmBetween, type LatLng } from '../kit/distance.ts'
import type { DriverFacts } from './driver.ts'
import { owesTooMuch, type DebtSettings } from './driver-debt.ts'

export type DropReason =
  | 'not-approved'
  /** a required document has ended [design/documents-10] */
  | 'documents-expired'
  | 'offline'
  | 'busy'
  | 'other-car-type'
  | 'no-position'
  | 'stale-position'
  | 'too-far'
  | 'negative-balance'
  | 'declined'
  /** cancelled this ride before, as the driver of an earlier booking of the chain [design/dispatch-40] */
  | 'cancelled-before'
  /** had an offer of a booking that the same rider has just cancelled [design/dispatch-41] */
  | 'asked-just-now'

export interface SearchQuery {
  readonly pickup: LatLng
  readonly carTypeId: string
  /** drivers that get no offer of this booking, with the reason */
  readonly excluded?: ReadonlyMap<string, DropReason>
}

export type SearchSettings = Pick<Settings, 'driverRadius' | 'convert_to_mile' | 'positionFreshSeconds'> & DebtSettings

/** The result for one driver: `reason` null is a pass. `km` is the straight line to the pickup. */
export interface Considered {
  readonly driver: DriverFacts
  readonly km: number | null
  readonly reason: DropReason | null
}

/**
 * Checks which drivers may be offered a booking [dispatch-2]; every other driver gets one reason [design/dispatch-1].
 * Car type, age of the position and the wallet are checked in addition [design/dispatch-3]. The radius itself is
 * included [design/dispatch-2]. `now` in ms. The order of `drivers` is kept.
 */
export const eligibleDrivers = (
  drivers: readonly DriverFacts[],
  query: SearchQuery,
  settings: SearchSettings,
  now: number,
): Considered[] =>
  drivers.map((driver) => {
    const km = driver.position === null ? null : kmBetween(driver.position, query.pickup)
    return { driver, km, reason: reasonAgainst(driver, km, query, settings, now) }
  })

const reasonAgainst = (
  driver: DriverFacts,
  km: number | null,
  query: SearchQuery,
  settings: SearchSettings,
  now: number,
): DropReason | null => {
  if (!driver.approved) return 'not-approved'
  if (driver.documentsExpired) return 'documents-expired'
  if (!driver.active) return 'offline'
  if (driver.busy) return 'busy'
  if (driver.carTypeId !== query.carTypeId) return 'other-car-type'
  if (driver.position === null || km === null) return 'no-position'
  if (now - driver.position.at > settings.positionFreshSeconds * 1000) return 'stale-position'
  if (inUnit(km, settings.convert_to_mile ? 'mile' : 'km') > settings.driverRadius) return 'too-far'
  if (owesTooMuch(driver.walletBalance, settings)) return 'negative-balance'
  return query.excluded?.get(driver.id) ?? null
}
