import { dayMs, hourMs, minuteMs } from '@remis/domain/kit/durations'
import { variants } from '@remis/domain/booking/variant'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { accountsWith } from '../accounts/account-lookups.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { matchTrip } from '../booking/match-trip.ts'
import { listDriverFacts } from '../dispatch/drivers/driver-facts.ts'
import { priceQuote } from '../fare/price-quote.ts'
import { MapsError } from '../providers/maps/maps-provider.ts'
import type { PastTrip } from './replay-trip.ts'
import type { TrialTrip } from './trial-trips.ts'

const fixesPerTrip = 60

/** People may have changed or archived a person of the trial city. */
class PersonMissing extends Error {}

/** The id of one of the trial city's people, by the part of the email before the @. */
export const idOf = async ({ db }: BookingDeps, name: string): Promise<string> => {
  const [id] = await accountsWith(db.request, { email: `${name}@remis.example` })
  if (id === undefined) throw new PersonMissing(`the trial city has no ${name}`)
  return id
}

/** The trial city cannot have this trip: its region has no such streets, or a person of it is gone. */
export const isImpossibleTrip = (error: unknown): boolean =>
  error instanceof MapsError || error instanceof AppError || error instanceof PersonMissing

/** A point of the trial city with its address. */
export const placeAt = async ({ maps }: BookingDeps, point: LatLng) => ({ ...point, add: await maps.address(point) })

/** Fixes as a phone would send them: even steps along the route between two times. */
const fixesAlong = (coords: readonly LatLng[], from: number, to: number): Fix[] => {
  const lengths = coords.slice(1).map((point, i) => kmBetween(coords[i] ?? point, point))
  const total = lengths.reduce((sum, km) => sum + km, 0)
  let leg = 0
  let before = 0
  return Array.from({ length: fixesPerTrip }, (_, n) => {
    const km = (total * n) / (fixesPerTrip - 1)
    while (leg < lengths.length - 1 && before + (lengths[leg] ?? 0) < km) before += lengths[leg++] ?? 0
    const [a, b] = [coords[leg], coords[leg + 1]]
    if (a === undefined || b === undefined) throw new RangeError('a way without a leg')
    const part = Math.min(1, (km - before) / (lengths[leg] || 1))
    const at = Math.round(from + ((to - from) * n) / (fixesPerTrip - 1))
    return { seq: n, at, lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part, accuracy: 6 }
  })
}

/**
 * The person that books a past trip: its rider; in the city of couriers an admin, since senders pay by card and these
 * trips are paid in cash [delivery-10].
 */
export const makerOf = (app: BookingDeps, rider: string): Promise<string> =>
  variants[app.config.appCategory].paysUpFront ? idOf(app, 'admin.one') : Promise.resolve(rider)

/** The moments of a trial trip that takes `seconds` by the map. */
const timesOf = ({ daysAgo, hour }: TrialTrip, index: number, seconds: number, now: number) => {
  const midnight = Math.floor(now / dayMs) * dayMs
  const bookedAt = midnight - daysAgo * dayMs + hour * hourMs + index * 137_000
  const acceptedAt = bookedAt + 11_000
  const arrivedAt = acceptedAt + (180 + (index % 4) * 50) * 1000
  const startedAt = arrivedAt + 55_000
  // Traffic: up to 16 % longer than the map's estimate.
  const reachedAt = startedAt + Math.round(seconds * (1 + (index % 5) / 25)) * 1000
  return { bookedAt, acceptedAt, arrivedAt, startedAt, reachedAt, paidAt: reachedAt + 40_000 }
}

/**
 * A trial trip with its real route, price and times. Calls the maps; its errors are those of `isImpossibleTrip`.
 */
export const preparePastTrip = async (
  app: BookingDeps,
  trip: TrialTrip,
  index: number,
  now: number,
): Promise<PastTrip> => {
  const rider = await idOf(app, trip.rider)
  const driverId = await idOf(app, trip.driver)
  const [driver] = await listDriverFacts(app.db.request, app, [driverId])
  if (driver === undefined || driver.carTypeId === null) throw new PersonMissing(`${trip.driver} has no car`)
  const priced = await priceQuote(app, {
    riderId: rider,
    madeBy: await makerOf(app, rider),
    carTypeId: driver.carTypeId,
    pickup: await placeAt(app, trip.from),
    drop: await placeAt(app, trip.to),
    instruction: trip.instruction,
    tripdate: null,
  })
  const { coords } = await app.maps.route(trip.from, trip.to)
  const times = timesOf(trip, index, priced.quote.duration, now)
  const { acceptedAt, startedAt, reachedAt } = times
  const fixes = fixesAlong(coords, startedAt + 1000, reachedAt - 1000)
  const reasons = await app.db.request
    .selectFrom('cancel_reasons')
    .select(['id', 'label'])
    .orderBy('position')
    .execute()
  const reason = trip.gaveUp && reasons[trip.gaveUp.reason]
  return {
    priced,
    instruction: trip.instruction,
    driver,
    ...times,
    fixes,
    pickupKm: 1 + (index % 5) / 4,
    matched: await matchTrip(
      app,
      fixes.map((fix) => ({ ...fix, status: 'STARTED' as const })),
    ),
    ...(trip.stars === undefined
      ? {}
      : { rated: { at: reachedAt + 150_000, rate: trip.stars, feedback: trip.feedback ?? null } }),
    ...(trip.gaveUp && reason ? { cancelled: { at: acceptedAt + trip.gaveUp.minutes * minuteMs + 5000, reason } } : {}),
  }
}
