import { describe, expect, it } from 'vitest'
import { kmFromLine, unusualLimits, watchTrip, type SeenFix, type TripWatch } from './unusual-trip.ts'

const minute = 60_000
const t0 = 1_800_000_000_000
const pickup = { lat: -34.9, lng: -56.19 }
const drop = { lat: -34.9, lng: -56.1 }
/** 8.2 km straight to the east */
const way = { pickup, drop, route: [pickup, { lat: -34.9, lng: -56.15 }, drop] }

/** `east` and `north` in km from the pickup. */
const at = (east: number, north: number, time: number, accuracy = 10): SeenFix => ({
  lat: pickup.lat + north / 111.195,
  lng: pickup.lng + east / (111.195 * Math.cos((pickup.lat * Math.PI) / 180)),
  at: time,
  accuracy,
})

/** Checks every half minute from `from` on; the hint of each check. */
const looks = (
  minutes: number,
  fixAt: (minutesIn: number, now: number) => SeenFix | null,
  before: TripWatch | null = null,
) => {
  const found: (string | null)[] = []
  let watch = before
  for (let half = 0; half <= minutes * 2; half++) {
    const now = t0 + (half * minute) / 2
    const look = watchTrip(watch, fixAt(half / 2, now), way, now)
    watch = look.watch
    found.push(look.hint)
  }
  return found
}
const firstAt = (found: readonly (string | null)[]) => {
  const index = found.findIndex((hint) => hint !== null)
  return index < 0 ? null : [found[index], index / 2]
}

describe('a started trip that looks unusual [design/safety-20]', () => {
  it('a car that drives along its way is not', () => {
    expect(firstAt(looks(20, (n, now) => at(0.4 * n, 0, now)))).toBe(null)
  })

  it('a car that stands between pickup and drop for ten minutes is', () => {
    expect(firstAt(looks(20, (_, now) => at(3, 0, now)))).toEqual(['long-stop', unusualLimits.stopMinutes])
    // the noise of a parked phone
    expect(firstAt(looks(20, (n, now) => at(3 + (n % 2) * 0.05, 0, now)))).toEqual(['long-stop', 10])
  })

  it.each([
    ['at the pickup', 0.1],
    ['at the drop', 8.1],
  ])('a car that stands %s is not', (_, east) => {
    expect(firstAt(looks(30, (_n, now) => at(east, 0, now)))).toBe(null)
  })

  it('a crawl in dense traffic is not a stop', () => {
    expect(firstAt(looks(20, (n, now) => at(2 + 0.02 * n, 0, now)))).toBe(null)
  })

  it('a car 2 km beside its way for three minutes is, a short detour is not', () => {
    expect(firstAt(looks(10, (n, now) => at(2 + 0.3 * n, n < 2 ? 0 : 2, now)))).toEqual(['off-route', 5])
    expect(firstAt(looks(10, (n, now) => at(2 + 0.3 * n, n >= 2 && n < 4.5 ? 2 : 0, now)))).toBe(null)
  })

  it('an inexact position is a sign of life and nothing else', () => {
    expect(firstAt(looks(20, (n, now) => at(2 + 0.3 * n, 3, now, 2000)))).toBe(null)
  })

  it('a phone that sends nothing for five minutes is, counted from the first look after a restart', () => {
    expect(firstAt(looks(10, (n, now) => at(2 + 0.3 * Math.min(n, 3), 0, Math.min(now, t0 + 3 * minute))))).toEqual([
      'phone-gone',
      8,
    ])
    expect(firstAt(looks(10, () => null))).toEqual(['phone-gone', 5])
    expect(firstAt(looks(4, () => at(2, 0, t0 - 60 * minute)))).toBe(null)
  })

  it('without a planned way no car is beside it', () => {
    const found = watchTrip(
      { since: t0, stand: null, farSince: t0 },
      at(3, 9, t0 + 9 * minute),
      { ...way, route: [] },
      t0 + 9 * minute,
    )
    expect(found.hint).toBe(null)
  })
})

it('the distance to a line is that to its nearest part, across the 180th meridian too', () => {
  expect(kmFromLine(at(4, 1.5, 0), way.route)).toBeCloseTo(1.5, 2)
  expect(kmFromLine(at(-3, 0, 0), way.route)).toBeCloseTo(3, 2)
  expect(
    kmFromLine({ lat: 0, lng: -179.99 }, [
      { lat: 0, lng: 179.9 },
      { lat: 0, lng: 179.99 },
    ]),
  ).toBeCloseTo(2.22, 1)
})
