import { exponentOf } from '@remis/domain/kit/currency'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { adminCredit } from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { accountsWith } from '../accounts/account-lookups.ts'
import type { BookingNeeds } from '../booking/booking-needs.ts'
import { matchTrip } from '../booking/match-trip.ts'
import { replayTrip, type PastTrip } from '../booking/replay-trip.ts'
import { manyDriverFacts } from '../dispatch/driver-facts.ts'
import { priceQuote } from '../fare/price-quote.ts'
import { nowMs } from '../platform/db-clock.ts'
import { MapsError } from '../providers/maps/maps-provider.ts'
import { post } from '../wallet/post.ts'
import { trialTrips, type TrialTrip } from './trial-trips.ts'

const LOCK = 7_000_032
const dayMs = 86_400_000
const fixesPerTrip = 60
/** pesos that the office gave the first rider */
const credit = 1500

type Needs = BookingNeeds

const idOf = async ({ db }: Needs, name: string): Promise<string> => {
  const [id] = await accountsWith(db.request, { email: `${name}@remis.example` })
  if (id === undefined) throw new Error(`the trial city has no ${name}`)
  return id
}

const placeAt = async ({ maps }: Needs, point: LatLng) => ({ ...point, add: await maps.address(point) })

/** Positions as a phone would have sent them: even steps along the way between two times. */
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

const prepare = async (app: Needs, trip: TrialTrip, index: number, now: number): Promise<PastTrip> => {
  const [rider, driverId] = [await idOf(app, trip.rider), await idOf(app, trip.driver)]
  const [driver] = await manyDriverFacts(app.db.request, app, [driverId])
  if (driver?.carTypeId == null) throw new Error(`${trip.driver} has no car`)
  const priced = await priceQuote(app, {
    riderId: rider,
    madeBy: rider,
    carTypeId: driver.carTypeId,
    pickup: await placeAt(app, trip.from),
    drop: await placeAt(app, trip.to),
    instruction: undefined,
  })
  const { coords } = await app.maps.route(trip.from, trip.to)
  const midnight = Math.floor(now / dayMs) * dayMs
  const bookedAt = midnight - trip.daysAgo * dayMs + trip.hour * 3_600_000 + index * 137_000
  const acceptedAt = bookedAt + 11_000
  const arrivedAt = acceptedAt + (180 + (index % 4) * 50) * 1000
  const startedAt = arrivedAt + 55_000
  // Traffic: up to a fifth longer than the map thinks.
  const reachedAt = startedAt + Math.round(priced.quote.duration * (1 + (index % 5) / 25)) * 1000
  const fixes = fixesAlong(coords, startedAt + 1000, reachedAt - 1000)
  const reasons = await app.db.request
    .selectFrom('cancel_reasons')
    .select(['id', 'label'])
    .orderBy('position')
    .execute()
  const reason = trip.gaveUp && reasons[trip.gaveUp.reason]
  return {
    ...{ priced, driver, bookedAt, acceptedAt, arrivedAt, startedAt, fixes, reachedAt },
    pickupKm: 1 + (index % 5) / 4,
    matchedKm: await matchTrip(
      app,
      fixes.map((fix) => ({ ...fix, status: 'STARTED' as const })),
    ),
    paidAt: reachedAt + 40_000,
    ...(trip.stars === undefined
      ? {}
      : { rated: { at: reachedAt + 150_000, rate: trip.stars, feedback: trip.feedback ?? null } }),
    ...(trip.gaveUp && reason ? { cancelled: { at: acceptedAt + trip.gaveUp.minutes * 60_000 + 5000, reason } } : {}),
  }
}

const prepareAll = async (app: Needs): Promise<PastTrip[]> => {
  const now = await nowMs(app.db.request)
  const prepared: PastTrip[] = []
  for (const [index, trip] of trialTrips.entries()) prepared.push(await prepare(app, trip, index, now))
  return prepared
}

const anyBooking = async (db: Needs['db']['request']): Promise<boolean> =>
  (await db.selectFrom('bookings').select('id').limit(1).execute()).length > 0

/**
 * Gives the trial city a past: trips of the last month along real roads, with the balances their postings leave. Only on
 * an installation without a booking; all or nothing. Another region than the trial city's has no such streets: then
 * there is no past. Asks the maps, so it runs once they are open.
 */
export const seedPastTrips = async (app: Needs): Promise<void> => {
  if (app.config.mode !== 'trial' || (await anyBooking(app.db.request))) return
  let trips: PastTrip[]
  try {
    trips = await prepareAll(app)
  } catch (error) {
    if (!(error instanceof MapsError) && !(error instanceof AppError)) throw error
    app.log.info({ err: error }, 'the map has no streets for the past trips of the trial city')
    return
  }
  const rider = await idOf(app, 'rider.one')
  const admin = await idOf(app, 'admin.one')
  const { code: currency } = await app.settings.current()
  // Nobody is told today of what happened last week.
  const quiet = { ...app, tell: () => Promise.resolve() }
  await app.db.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    if (await anyBooking(tx)) return
    await post(tx, [adminCredit(rider, toMinor(credit, exponentOf(currency)))], { actorId: admin, currency })
    for (const trip of trips) await replayTrip(quiet, tx, trip)
  })
}
