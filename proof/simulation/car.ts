import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { drop, pickup } from '@remis/server/testing/test-city'
import type { DriverKind } from './town.ts'

/** A car with the driver's phone. Where the car is, is the truth; what the phone sends is a claim. */
export interface Car {
  readonly kind: DriverKind
  place: LatLng
  /** all km that it drove */
  odometer: number
  /** the phone records positions and sends none */
  asleep: boolean
  /** of the last fix */
  seq: number
  /** recorded and not sent */
  unsent: Fix[]
}

const kmPerHour = 40
const fixEveryMs = 30_000

const between = (from: LatLng, to: LatLng, part: number): LatLng => ({
  lat: from.lat + (to.lat - from.lat) * part,
  lng: from.lng + (to.lng - from.lng) * part,
})

/** On the street north of the pickup, or too far away to come. */
export const carAt = (kind: DriverKind, place: number): Car => {
  const km = kind === 'afar' ? 4 + place / 4 : 0.3 + place * 0.35
  return {
    kind,
    place: { lat: pickup.lat + km / 111.195, lng: pickup.lng },
    odometer: 0,
    asleep: false,
    seq: 0,
    unsent: [],
  }
}

/** The phone sends where the car was, early or late. */
export const isHonest = ({ kind }: Car): boolean => kind === 'honest' || kind === 'sleeper'

/** Four of the six cars are economy, more than the first wave of a search asks. */
export const hasComfort = (place: number): boolean => place % 3 === 1

export const fixOf = (car: Car, at: number, place: LatLng = car.place): Fix => ({
  seq: ++car.seq,
  at: Math.round(at),
  lat: place.lat,
  lng: place.lng,
  accuracy: 8,
})

/**
 * Moves the car on a straight line for at most `mostMs`, at 40 km/h; records a fix every half minute and at the end.
 * Returns the ms it takes.
 */
export const driveTo = (car: Car, to: LatLng, now: number, mostMs = Infinity): number => {
  const from = car.place
  const whole = kmBetween(from, to)
  const wholeMs = (whole / kmPerHour) * 3_600_000
  const ms = Math.round(Math.min(wholeMs, mostMs))
  const part = (at: number): number => (wholeMs === 0 ? 1 : Math.min(1, at / wholeMs))
  for (let after = fixEveryMs; after < ms; after += fixEveryMs)
    car.unsent.push(fixOf(car, now + after, between(from, to, part(after))))
  car.place = between(from, to, part(ms))
  car.odometer += kmBetween(from, car.place)
  car.unsent.push(fixOf(car, now + ms))
  return ms
}

/** What is to be sent now: all that was recorded, at most 500; nothing from a sleeping phone. */
export const takeUnsent = (car: Car): Fix[] => (car.asleep ? [] : car.unsent.splice(0).slice(-500))

/** To and fro on a line three times as long as the ride, one lap in three minutes: 157 km/h. */
const toAndFro = (car: Car, from: number, to: number): Fix[] => {
  const lap = 180_000
  return Array.from({ length: Math.floor((to - from) / fixEveryMs) }, (_, index) => {
    const at = from + (index + 1) * fixEveryMs
    const phase = (at / lap) % 2
    return fixOf(car, at, between(pickup, drop, 3 * (phase < 1 ? phase : 2 - phase)))
  })
}

/** Tracks that were not driven: dated before the trip, too much in it, a jump to the drop, or of the future. */
export const forge = (car: Car, now: number, how: number): Fix[] => {
  const minute = 60_000
  if (how % 4 === 0) return toAndFro(car, now - 55 * minute, now - minute)
  if (how % 4 === 1) return toAndFro(car, now - 10 * minute, now)
  if (how % 4 === 2) return [fixOf(car, now - 500, pickup), fixOf(car, now, drop)]
  return Array.from({ length: 10 }, (_, n) => fixOf(car, now + n * 2900, between(pickup, drop, n / 9)))
}
