import type { DriverAndCar } from '../../dispatch/driver.ts'
import { isLive } from '../../dispatch/search.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface AcceptFacts {
  readonly driver: DriverAndCar
  /** the driver's wallet is below the limit for trips; absent: not asked, because the booking is taken */
  readonly inDebt?: boolean
  /** km from the driver to the pickup now; null or absent: unknown */
  readonly pickupKm?: number | null
  /** the driver's own offer of this booking; null when it was never offered */
  readonly offer: {
    /** from when on it can be accepted; a reserved driver: the booking's release */
    readonly offeredAt: number
    readonly expiresAt: number
    readonly outcome: 'accepted' | 'declined' | 'closed' | null
  } | null
}

/**
 * NEW → ACCEPTED [design/moves-17]. The first driver with a live, open offer wins; later ones get `booking_taken`. The
 * driver must be approved, online, free and of the booking's car type [invariants-T6].
 */
export const accept = (
  booking: Booking,
  actor: Actor,
  { driver, offer, pickupKm, inDebt = false }: AcceptFacts,
  now: number,
): Outcome => {
  if (actor.kind !== 'driver' || actor.id !== driver.id) return refuse(403, 'forbidden')
  if (booking.status !== 'NEW' && booking.driver !== null && booking.driver !== driver.id)
    return offer === null ? refuse(404, 'not_found') : refuse(409, 'booking_taken')
  if (guard(booking, actor, 'accept') !== null) return movedOn()
  if (offer === null) return refuse(404, 'not_found')
  if (!isLive(offer, now)) return refuse(409, 'offer_expired')
  // A reserved driver accepts only from the release on [dispatch-8].
  if (now < offer.offeredAt) return refuse(409, 'offer_not_open')
  if (!driver.approved) return refuse(403, 'require_approval')
  if (driver.documentsExpired) return refuse(403, 'documents_expired')
  // A reserved driver may owe more since the assignment [design/money-22].
  if (inDebt) return refuse(422, 'wallet_balance_low')
  if (!driver.active) return refuse(409, 'driver_offline')
  if (driver.busy) return refuse(409, 'driver_busy')
  if (driver.carTypeId !== booking.carTypeId) return refuse(409, 'offer_expired')
  return {
    move: 'accept',
    from: 'NEW',
    to: 'ACCEPTED',
    patch: {
      driver: driver.id,
      driver_name: driver.name,
      driver_contact: driver.contact,
      driver_image: driver.image,
      driverRating: driver.rating,
      vehicle_number: driver.vehicleNumber,
      vehicleMake: driver.vehicleMake,
      vehicleModel: driver.vehicleModel,
      fleetadmin: driver.fleetadmin,
      acceptedAt: now,
      acceptKm: pickupKm ?? null,
      searchStartedAt: null,
      searchUntil: null,
    },
    driver: 'busy',
    offers: { accepted: driver.id },
    notices: [
      notifyCustomer(booking, 'notice_accepted', {
        driver: driver.name,
        vehicle: vehicleOf(driver) || booking.carType,
      }),
    ],
    data: { driver: driver.id },
  }
}

const vehicleOf = ({ vehicleMake, vehicleModel, vehicleNumber }: DriverAndCar): string =>
  [[vehicleMake, vehicleModel].filter(Boolean).join(' '), vehicleNumber].filter(Boolean).join(', ')
