import { latinDigits } from '../kit/digits.ts'
import { kmBetween, type LatLng } from '../kit/distance.ts'
import { sameWithinKm } from '../places/saved-addresses.ts'
import type { KnownPlace, KnownRider } from './riders-api.ts'

type Ride = KnownRider['rides'][number]

/** Choices of one list. */
const mostPlaces = 12
const mostRides = 3

const near = (a: LatLng, b: LatLng): boolean => kmBetween(a, b) <= sameWithinKm

/**
 * The places to choose from for a rider who calls: `saved` in their order, then pickups and drops of `rides`, newest
 * first, each place once [people-21].
 */
export const placesToChoose = (saved: readonly KnownPlace[], rides: readonly Ride[]): KnownPlace[] => {
  const places = [...saved]
  for (const { id, pickup, drop } of rides)
    for (const [end, { add, lat, lng }] of [pickup, drop].entries())
      if (add !== '' && !places.some((place) => near(place, { lat, lng })))
        places.push({ id: `${id}-${end}`, description: add, lat, lng, name: null, place: null })
  return places.slice(0, mostPlaces)
}

/** The newest ride of each way. */
export const ridesToRepeat = (rides: readonly Ride[]): Ride[] =>
  rides
    .filter(
      (ride, index) =>
        !rides.slice(0, index).some((newer) => near(newer.pickup, ride.pickup) && near(newer.drop, ride.drop)),
    )
    .slice(0, mostRides)

/**
 * The digits to look for where a search is a phone number as one dictates it: without spaces, dots, dashes and
 * brackets, and without the prefix of a national number (a plus, 00 or 0) [people-20]. Null: not a number.
 */
export const digitsOfNumber = (search: string): string | null => {
  const typed = latinDigits(search)
  if (!/^[+\d\s().-]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 3 ? digits : null
}
