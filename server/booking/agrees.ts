import type { Place } from '@remis/domain/booking/booking'
import type { bookingRequest } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import type { z } from 'zod'
import type { Quote } from '../fare/quote.ts'

export type BookingRequest = z.output<typeof bookingRequest>

/** A metre or so: coordinates pass through JSON and a map's rounding. */
const same = (a: LatLng, b: LatLng): boolean => Math.abs(a.lat - b.lat) <= 1e-5 && Math.abs(a.lng - b.lng) <= 1e-5

/** What the request asks for is what the quote has priced; else the price is of another trip. */
export const agrees = (body: BookingRequest, quote: Quote): boolean =>
  same(body.pickup.coords, quote.pickup) &&
  same(body.drop.coords, quote.drop) &&
  body.carDetails.id === quote.carTypeId &&
  (body.instructionData?.parcelTypeIndex ?? null) === quote.chosen.parcelTypeIndex &&
  (body.instructionData?.optionIndex ?? null) === quote.chosen.optionIndex

/** A place of the request; where it is the quote's and was not described again, with the quote's address. */
export const placeOf = (spot: BookingRequest['pickup'], quoted: Place): Place => ({
  ...spot.coords,
  add: spot.description ?? (same(spot.coords, quoted) ? quoted.add : ''),
})
