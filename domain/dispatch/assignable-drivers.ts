import type { Settings } from '../backoffice/settings.ts'
import type { DriverFacts } from './driver.ts'

export type AssignFault = 'not-approved' | 'offline' | 'no-position' | 'other-car-type' | 'busy' | 'negative-balance'

/**
 * Why an admin cannot choose this driver for a booking; null: they can. Spec 2 §4: only drivers of the same car type;
 * spec 1 §6: listed for dispatch are approved, active drivers with a location. Who is on a trip may still be reserved for
 * a booking whose time is far off; a wallet below zero gets no offers with negativeBalance off (design §7).
 */
export const checkAssignable = (
  driver: DriverFacts,
  booking: { readonly carTypeId: string; readonly releaseAt: number },
  settings: Pick<Settings, 'negativeBalance'>,
  now: number,
): AssignFault | null => {
  if (!driver.approved) return 'not-approved'
  if (driver.carTypeId !== booking.carTypeId) return 'other-car-type'
  if (!driver.active) return 'offline'
  if (driver.position === null) return 'no-position'
  if (driver.busy && booking.releaseAt <= now) return 'busy'
  return !settings.negativeBalance && driver.walletBalance < 0 ? 'negative-balance' : null
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
