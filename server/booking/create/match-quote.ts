import type { Place, PromoSnapshot } from '@remis/domain/booking/booking'
import type { bookingRequest } from '@remis/domain/booking/booking-api'
import type { Settings } from '@remis/domain/backoffice/settings'
import type { LatLng } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { discountOf } from '@remis/domain/promos/promo'
import { promoSnapshot } from '@remis/domain/promos/promo-checks'
import type { z } from 'zod'
import type { Quote } from '../../fare/quote.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockUsablePromo } from '../../promos/find-promo.ts'

export type BookingRequest = z.output<typeof bookingRequest>

/**
 * The quote has expired, its promo changed, or it prices another trip: answered with a fresh quote [design/moves-7].
 */
export class QuoteStale extends Error {}

/** Within 1e-5 degrees (about a metre): coordinates pass through JSON and the rounding of a map. */
const samePoint = (a: LatLng, b: LatLng): boolean => Math.abs(a.lat - b.lat) <= 1e-5 && Math.abs(a.lng - b.lng) <= 1e-5

/** The time of a Book Later, ms; null for Book Now, which is due when it is made. */
export const tripdateOf = ({ bookLater, tripdate }: BookingRequest): number | null =>
  bookLater ? (tripdate ?? null) : null

/** True where the rider of an admin's request is not the rider of the quote [design/moves-8]. */
export const isForAnotherRider = ({ userDetails }: BookingRequest, quote: Quote): boolean => {
  const named = userDetails as { uid?: unknown; id?: unknown } | null | undefined
  const uid = named?.uid ?? named?.id
  return uid !== undefined && uid !== quote.riderId
}

/** Whether the request asks for the trip that the quote priced [design/moves-7]. */
export const matchesQuote = (body: BookingRequest, quote: Quote): boolean =>
  samePoint(body.pickup.coords, quote.pickup) &&
  samePoint(body.drop.coords, quote.drop) &&
  body.carDetails.id === quote.carTypeId &&
  // A quote made for a time is valid only for that time; one without is valid for any.
  (quote.tripdate === null || quote.tripdate === tripdateOf(body)) &&
  (body.instructionData?.parcelTypeIndex ?? null) === quote.chosen.parcelTypeIndex &&
  (body.instructionData?.optionIndex ?? null) === quote.chosen.optionIndex

/** A place of the request. Without a description it gets the address of the quote, where the point is the same. */
export const placeOf = (requested: BookingRequest['pickup'], quoted: Place): Place => ({
  ...requested.coords,
  add: requested.description ?? (samePoint(requested.coords, quoted) ? quoted.add : ''),
})

/**
 * The quote's promo, locked and judged again [design/money-26]. Throws `QuoteStale` where it may no longer be used or
 * gives another discount, because the office has changed it. `now`: database clock, ms.
 */
export const lockPromoOfQuote = async (
  tx: Tx,
  { promo, riderId, fare, tariff, discount }: Quote,
  settings: Pick<Settings, 'timezone'>,
  now: number,
): Promise<PromoSnapshot | null> => {
  if (promo === null) return null
  const { tripCost: total } = fare
  const locked = await lockUsablePromo(tx, promo.id, {
    riderId,
    total,
    exponent: tariff.exponent,
    settings,
    now,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new QuoteStale() : error
  })
  const snapshot = promoSnapshot(locked)
  if (discountOf(snapshot, total, tariff) !== discount) throw new QuoteStale()
  return snapshot
}
