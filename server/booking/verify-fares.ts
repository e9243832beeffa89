import type { Booking } from '@remis/domain/booking/booking'
import { fareOf, givenFare } from '@remis/domain/fare/fare'
import type { Fare } from '@remis/domain/fare/tariff'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'
import { selectAfter } from './booking-store.ts'

const sameAmounts = (a: Fare, b: Fare): boolean =>
  a.tripCost === b.tripCost && a.convenienceFees === b.convenienceFees && a.driverShare === b.driverShare

/** T12: the kept tariff and the kept summary of the trip give the kept fare, and the booking carries that fare. */
export const faresHold = (booking: Booking): boolean => {
  const { tariff, fare } = booking
  const again = (side: Fare): Fare =>
    fareOf(tariff, {
      distanceKm: side.distanceKm,
      seconds: side.seconds,
      parcel: booking.parcelTypeSelected?.amount ?? 0,
      option: booking.optionSelected?.amount ?? 0,
    })
  if (!sameAmounts(fare.quoted, again(fare.quoted)) || booking.estimate !== fare.quoted.tripCost) return false
  const final = fare.final
  if (final !== null) {
    const told = fare.charged === 'given' ? givenFare(tariff, final.tripCost, final) : again(final)
    if (!sameAmounts(final, told)) return false
  }
  const charged = final ?? fare.quoted
  return (
    booking.trip_cost === charged.tripCost &&
    booking.convenience_fees === charged.convenienceFees &&
    booking.driver_share === charged.driverShare
  )
}

/** Ids of the bookings whose fare cannot be recomputed (invariant T12), read in batches by id. */
export const brokenFares = async (db: Kysely<Tables>, batch = 500): Promise<string[]> => {
  const broken: string[] = []
  for (let after = ''; ;) {
    const bookings = await selectAfter(db, after, batch)
    for (const booking of bookings) if (!faresHold(booking)) broken.push(booking.id)
    const last = bookings.at(-1)
    if (last === undefined || bookings.length < batch) return broken
    after = last.id
  }
}
