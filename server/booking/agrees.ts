import type { Place } from '@remis/domain/booking/booking'
import type { bookingRequest } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import type { z } from 'zod'
import type { Quote } from '../fare/quote.ts'

export type BookingRequest = z.output<typeof bookingRequest>

/** A metre or so: coordinates pass through JSON and a map's rounding. */
const same = (a: LatLng, b: LatLng): boolean => Math.abs(a.lat - b.lat) <= 1e-5 && Math.abs(a.lng - b.lng) <= 1e-5

/** The time of a booking for later, ms; null for Book Now, whose `tripdate` is the moment it is made. */
export const tripdateOf = ({ bookLater, tripdate }: BookingRequest): number | null =>
  bookLater ? (tripdate ?? null) : null

/** design §6: the quote names the rider; an admin's request that says another one is a mix-up, not to be booked. */
export const isForAnotherRider = ({ userDetails }: BookingRequest, quote: Quote): boolean => {
  const named = userDetails as { uid?: unknown; id?: unknown } | null | undefined
  const uid = named?.uid ?? named?.id
  return uid !== undefined && uid !== quote.riderId
}

/** What the request asks for is what the quote has priced; else the price is of another trip. */
export const matchesQuote = (body: BookingRequest, quote: Quote): boolean =>
  same(body.pickup.coords, quote.pickup) &&
  same(body.drop.coords, quote.drop) &&
  body.carDetails.id === quote.carTypeId &&
  // A price for a time is for that time, one without holds for any: the fare does not hang on it.
  (quote.tripdate === null || quote.tripdate === tripdateOf(body)) &&
  (body.instructionData?.parcelTypeIndex ?? null) === quote.chosen.parcelTypeIndex &&
  (body.instructionData?.optionIndex ?? null) === quote.chosen.optionIndex

/** A place of the request; where it is the quote's and was not described again, with the quote's address. */
export const placeOf = (spot: BookingRequest['pickup'], quoted: Place): Place => ({
  ...spot.coords,
  add: spot.description ?? (same(spot.coords, quoted) ? quoted.add : ''),
})
