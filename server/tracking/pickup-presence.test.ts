import type { Booking } from '@remis/domain/booking/booking'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { seeded } from '@remis/domain/testing/seeded'
import {
  accuracyCountsKm,
  cameNearer,
  comesNow,
  confirmsArrival,
  isAtPickup,
  longestSilenceMs,
  type Presence,
  waitsSince,
} from '@remis/domain/tracking/pickup-presence'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { arrivedTrip } from '../races/trip-facts.ts'
import { cityFor, pickup } from '../testing/test-city.ts'
import { readPresence } from './pickup-presence.ts'

const { city, db } = await cityFor(import.meta.url)

const accepted = Date.now() - 3_600_000

interface Point extends LatLng {
  readonly accuracy: number
  readonly at: number
  readonly readAt: number
}

/**
 * An approach and a wait, beginning before the acceptance, with repeated and inexact readings; some with silences, some
 * with trips away from the pickup.
 */
const pointsOf = (seed: number): Point[] => {
  const next = seeded(seed)
  const [silences, waysOff] = [seed % 2 === 0 ? 0.1 : 0, seed % 3 === 0 ? 0.2 : 0]
  let at = accepted - 20_000
  return Array.from({ length: 60 }, () => {
    at += Math.round(next() < silences ? longestSilenceMs * (0.9 + next() / 2) : next() * 60_000)
    const off = next() < waysOff ? 0.02 : 0.004
    return {
      lat: pickup.lat + (next() - 0.5) * off,
      lng: pickup.lng + (next() - 0.5) * off,
      accuracy: Math.round(next() * 150),
      at,
      readAt: next() < 0.2 ? at - Math.round(next() * 90_000) : at,
    }
  })
}

/** The same from all points, written after the rules. */
const presenceOf = (points: readonly Point[], confirmedAt: number | null): Presence => {
  const read = points
    .map((point) => ({ ...point, at: point.readAt }))
    .filter(({ at }) => at >= accepted - 5000)
    .toSorted((a, b) => a.at - b.at)
  const near = read.filter(({ accuracy }) => accuracy <= accuracyCountsKm * 1000)
  const wait = confirmedAt === null ? [] : read.filter(({ at }) => at > confirmedAt)
  const ends = wait.filter(({ at }, i) => at - (wait[i - 1]?.at ?? confirmedAt ?? 0) > longestSilenceMs)
  return {
    nearestKm: near.length === 0 ? null : Math.min(...near.map((point) => kmBetween(pickup, point))),
    lastAwayAt: wait.findLast((point) => !isAtPickup(pickup, point))?.at ?? null,
    silentUntil: ends.at(-1)?.at ?? null,
    last: (confirmedAt === null ? near : read).at(-1) ?? null,
  }
}

/** The results of the rules. */
const judged = (presence: Presence, confirmedAt: number | null) => {
  const booking = {
    status: 'ARRIVED',
    arrivalConfirmedAt: confirmedAt,
    bookLater: false,
    tripdate: 0,
  } as const satisfies Partial<Booking>
  if (confirmedAt === null)
    return [0.1, 0.3, 0.5, null].map((acceptKm) => [
      cameNearer({ acceptKm }, presence),
      comesNow({ acceptKm, pickup }, presence, presence.last?.at ?? 0),
      comesNow({ acceptKm, pickup }, presence, (presence.last?.at ?? 0) + longestSilenceMs + 1),
    ])
  const since = waitsSince(booking, presence)
  return [since, [0, 30_000, 90_000].map((later) => confirmsArrival(pickup, presence.last, (since ?? 0) + later))]
}

it('reads what the rules need: they judge as by all points [design/tracking-40]', async () => {
  const { id } = await arrivedTrip(city)
  const waits = new Set<string>()
  for (let seed = 1; seed <= 40; seed++) {
    const points = pointsOf(seed)
    await sql`delete from track_points where booking_id = ${id}`.execute(db.request)
    await db.request
      .insertInto('track_points')
      .values(
        points.map(({ at, readAt, ...point }, seq) => ({
          ...point,
          booking_id: id,
          seq: seq + 1,
          status: 'ARRIVED' as const,
          at: new Date(at),
          read_at: readAt === at ? null : new Date(readAt),
        })),
      )
      .execute()
    const beforeGap =
      points.findLast(({ at }, i) => (points[i + 1]?.readAt ?? 0) - at > longestSilenceMs) ?? points[30]!
    for (const confirmedAt of [null, points[20]!.readAt, beforeGap.at, points.at(-1)!.at, Date.now()]) {
      const booking = { id, pickup, acceptedAt: accepted, arrivalConfirmedAt: confirmedAt }
      const all = presenceOf(points, confirmedAt)
      const read = await readPresence(db.request, booking)
      expect(judged(read, confirmedAt), `seed ${seed}`).toEqual(judged(all, confirmedAt))
      waits.add(`${read.lastAwayAt !== null} ${read.silentUntil !== null}`)
    }
  }
  // the seeds contain waits with and without silences and trips away
  expect(waits.size).toBe(4)
})
