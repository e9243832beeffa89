import type { Settings } from '../backoffice/settings.ts'
import { inUnit, kmBetween, type LatLng } from '../kit/distance.ts'
import type { DriverFacts } from './driver.ts'

export type DropReason =
  | 'not-approved'
  | 'offline'
  | 'busy'
  | 'other-car-type'
  | 'no-position'
  | 'stale-position'
  | 'too-far'
  | 'negative-balance'
  | 'declined'

export interface SearchQuery {
  readonly pickup: LatLng
  readonly carTypeId: string
  /** drivers who have declined this booking: declined stays declined */
  readonly declined?: ReadonlySet<string>
}

export type SearchSettings = Pick<
  Settings,
  'driverRadius' | 'convert_to_mile' | 'negativeBalance' | 'positionFreshSeconds'
>

/** The verdict on one driver: `reason` null is a pass. `km` is the straight line to the pickup. */
export interface Considered {
  readonly driver: DriverFacts
  readonly km: number | null
  readonly reason: DropReason | null
}

/**
 * Who may be offered a booking, with a reason for everybody dropped: the dispatch record (design §8). Spec 1 §5 asks
 * active, approved, not queued, a location within driverRadius (km, or miles with convert_to_mile; the radius itself
 * counts as within); car type, age of the position and the wallet are ours. `now` in ms. The order of `drivers` is kept.
 */
export const eligibleDrivers = (
  drivers: readonly DriverFacts[],
  ask: SearchQuery,
  settings: SearchSettings,
  now: number,
): Considered[] =>
  drivers.map((driver) => {
    const km = driver.position === null ? null : kmBetween(driver.position, ask.pickup)
    return { driver, km, reason: reasonAgainst(driver, km, ask, settings, now) }
  })

/** The Book Now check (spec 1 §5) is the same question: is there anybody at all? */
export const hasFreeDriver = (
  drivers: readonly DriverFacts[],
  ask: SearchQuery,
  settings: SearchSettings,
  now: number,
): boolean => eligibleDrivers(drivers, ask, settings, now).some(({ reason }) => reason === null)

const reasonAgainst = (
  driver: DriverFacts,
  km: number | null,
  ask: SearchQuery,
  settings: SearchSettings,
  now: number,
): DropReason | null => {
  if (!driver.approved) return 'not-approved'
  if (!driver.active) return 'offline'
  if (driver.busy) return 'busy'
  if (driver.carTypeId !== ask.carTypeId) return 'other-car-type'
  if (driver.position === null || km === null) return 'no-position'
  if (now - driver.position.at > settings.positionFreshSeconds * 1000) return 'stale-position'
  if (inUnit(km, settings.convert_to_mile ? 'mile' : 'km') > settings.driverRadius) return 'too-far'
  if (!settings.negativeBalance && driver.walletBalance < 0) return 'negative-balance'
  return ask.declined?.has(driver.id) ? 'declined' : null
}
