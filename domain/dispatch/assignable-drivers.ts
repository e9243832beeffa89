import type { DriverFacts } from './driver.ts'
import { owesTooMuch, type DebtSettings } from './driver-debt.ts'

export type AssignFault =
  | 'not-approved'
  | 'documents-expired'
  | 'offline'
  | 'no-position'
  | 'other-car-type'
  | 'busy'
  | 'negative-balance'
  | 'cancelled-before'

/**
 * Why an admin cannot assign this driver to a booking; null: they can. The driver must be approved, active and have a
 * location [dispatch-1], and have the booking's car type [dispatch-11]. A busy driver can be reserved before the
 * release [design/dispatch-20]. Not one who cancelled this ride [design/dispatch-40]. With negativeBalance off the
 * driver must not owe more than the limit [design/money-22].
 */
export const checkAssignable = (
  driver: DriverFacts,
  booking: { readonly carTypeId: string; readonly releaseAt: number; readonly cancelledDrivers: readonly string[] },
  settings: DebtSettings,
  now: number,
): AssignFault | null => {
  if (!driver.approved) return 'not-approved'
  if (driver.documentsExpired) return 'documents-expired'
  if (driver.carTypeId !== booking.carTypeId) return 'other-car-type'
  if (!driver.active) return 'offline'
  if (driver.position === null) return 'no-position'
  if (booking.cancelledDrivers.includes(driver.id)) return 'cancelled-before'
  if (driver.busy && booking.releaseAt <= now) return 'busy'
  return owesTooMuch(driver.walletBalance, settings) ? 'negative-balance' : null
}

/** When an assigned driver can accept, [opensAt, expiresAt) in ms: from now, or from the release of a later booking. */
export const assignedLife = (
  booking: { readonly releaseAt: number },
  minutes: number,
  now: number,
): { readonly opensAt: number; readonly expiresAt: number } => {
  const opensAt = Math.max(now, booking.releaseAt)
  return { opensAt, expiresAt: opensAt + minutes * 60_000 }
}

/**
 * Driving times to the pickup are asked from the maps for this many, the nearest by straight line [design/dispatch-70].
 */
export const routedChoices = 20

/** The soonest at the pickup by road first, then those without a driving time by straight line [design/dispatch-70]. */
export const bySoonest = (
  a: { readonly seconds: number | null; readonly km: number },
  b: { readonly seconds: number | null; readonly km: number },
): number => (a.seconds === b.seconds ? a.km - b.km : (a.seconds ?? Infinity) - (b.seconds ?? Infinity))
