import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LatLng } from '../../kit/distance.ts'
import { chargedDistances, mostKm, tripDistance, type DrivenTrip } from './trip-distance.ts'

/** A point `km` north of the start. */
const at = (km: number): LatLng => ({ lat: -34.9 + km / 111.195, lng: -56.16 })
const drive = (km: number, points: number) => Array.from({ length: points }, (_, i) => at((km * i) / (points - 1)))
/** A trip of ten minutes that was quoted 5 km in ten minutes and ended at its drop. */
const trip = (track: readonly LatLng[], matchedKm: number | null, more: Partial<DrivenTrip> = {}): DrivenTrip => ({
  track,
  matchedKm,
  seconds: 600,
  quoted: { km: 5, seconds: 600 },
  away: null,
  ...more,
})

test('the distances that are charged [design/moves-26]', () => {
  const ofQuote = ['quote-no-track', 'quote-implausible', 'quote-two-points', 'quote-too-fast']
  expect(chargedDistances.toSorted()).toEqual(['track', 'route', 'minimum', ...ofQuote].toSorted())
})

test('the distance is to the metre, as measured, also where the quote’s is charged [design/tracking-16]', () => {
  expect(tripDistance(trip(drive(5, 40), 5.43219))).toMatchObject({ distance: 5.432, chargedKm: 5.432 })
  expect(tripDistance(trip(drive(5, 40), 3.40061))).toMatchObject({ distance: 3.401, chargedKm: 5 })
  expect(tripDistance(trip([at(0), at(4.0004)], null))).toMatchObject({ distance: 4, chargedKm: 5 })
})

describe('tripDistance [design/tracking-15] [tracking-5] [tracking-7]', () => {
  test.each<[string, DrivenTrip, object]>([
    [
      'charges the quote without a point [tracking-6]',
      trip([], null),
      { distance: 0, chargedKm: 5, charged: 'quote-no-track', flags: ['no-track'] },
    ],
    [
      'charges the quote with one point [tracking-6]',
      trip([at(0)], null),
      { distance: 0, chargedKm: 5, charged: 'quote-no-track' },
    ],
    [
      'charges the straight line between two points [tracking-5]',
      trip([at(0), at(4.9)], null),
      { distance: 4.9, chargedKm: 4.9, charged: 'track', flags: [] },
    ],
    [
      'charges the quote when it is more than 1.1 times two points',
      trip([at(0), at(4)], null),
      { distance: 4, chargedKm: 5, charged: 'quote-two-points' },
    ],
    [
      'charges the matched distance of more points [tracking-7]',
      trip(drive(5, 40), 5.4),
      { distance: 5.4, chargedKm: 5.4, charged: 'track', flags: [] },
    ],
    [
      'charges the quote when the match is below 0.7 of the legs',
      trip(drive(5, 40), 3.4),
      { chargedKm: 5, charged: 'quote-implausible', flags: ['implausible-distance'] },
    ],
    [
      'charges the quote when the match is above 1.5 of the legs',
      trip(drive(5, 40), 7.6),
      { chargedKm: 5, charged: 'quote-implausible' },
    ],
    [
      'charges the quote when matching failed',
      trip(drive(5, 40), null),
      { chargedKm: 5, charged: 'quote-implausible', flags: ['match-failed'] },
    ],
    [
      'charges the quote when the car never moved',
      trip([at(0), at(0), at(0)], 0),
      { chargedKm: 5, charged: 'quote-implausible' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(tripDistance(facts)).toMatchObject(expected)
  })
})

describe('more km than a car drives in the time [design/moves-60]', () => {
  test('charges the quote and flags the fare', () => {
    expect(tripDistance(trip(drive(25, 40), 25))).toMatchObject({
      distance: 25,
      chargedKm: 5,
      charged: 'quote-too-fast',
      flags: ['too-fast'],
    })
  })
  test('130 km/h on average, and the error of two fixes', () => {
    expect(mostKm(3600)).toBeCloseTo(130.1)
    expect(tripDistance(trip(drive(21.7, 40), 21.7))).toMatchObject({ charged: 'track' })
    expect(tripDistance(trip(drive(21.8, 40), 21.8))).toMatchObject({ charged: 'quote-too-fast' })
  })
  test('counts for two points too, and not for a car at rest', () => {
    expect(tripDistance(trip([at(0), at(25)], null))).toMatchObject({ charged: 'quote-too-fast' })
    expect(tripDistance(trip([at(0), at(0.05)], null, { seconds: 0 })).flags).toEqual([])
  })
})

describe('the quote needs half its time [design/moves-61]', () => {
  test.each<[string, DrivenTrip]>([
    ['no track', trip([], null)],
    ['two points', trip([at(0), at(1)], null)],
    ['too fast', trip(drive(25, 40), 25)],
    ['an implausible match', trip(drive(5, 40), 1)],
  ])('%s', (_, facts) => {
    expect(tripDistance({ ...facts, seconds: 299 })).toMatchObject({ charged: 'minimum', chargedKm: 0 })
    expect(tripDistance({ ...facts, seconds: 300 })).toMatchObject({ chargedKm: 5 })
  })
  test('a believed track needs no time of the quote', () => {
    expect(tripDistance(trip(drive(2, 40), 2, { seconds: 120 }))).toMatchObject({ charged: 'track', chargedKm: 2 })
  })
})

describe('a trip that ended away from its drop [design/moves-63]', () => {
  const away = { routeKm: 1.3 }
  test('charges the matched track', () => {
    expect(tripDistance(trip(drive(2, 40), 2.1, { away }))).toMatchObject({ charged: 'track', chargedKm: 2.1 })
  })
  test.each<[string, DrivenTrip]>([
    ['no track', trip([], null, { away })],
    ['two points', trip([at(0), at(1)], null, { away })],
    ['no match', trip(drive(1, 9), null, { away })],
  ])('with %s charges the way to where it ended, never the quote', (_, facts) => {
    expect(tripDistance(facts)).toMatchObject({ charged: 'route', chargedKm: 1.3 })
    expect(tripDistance({ ...facts, away: { routeKm: null } })).toMatchObject({ charged: 'minimum', chargedKm: 0 })
  })
  test('a way too long for its time is not charged', () => {
    const facts = trip([], null, { away: { routeKm: 30 } })
    expect(tripDistance(facts)).toMatchObject({ charged: 'minimum', chargedKm: 0 })
  })
})

test('property: the distance is capped by speed, except for the quote; away from the drop the quote is never charged', () => {
  const km = fc.integer({ min: 0, max: 60_000 }).map((metres) => metres / 1000)
  const facts = fc.record({
    track: fc.array(km.map(at), { maxLength: 40 }),
    matchedKm: fc.option(km),
    seconds: fc.integer({ min: 0, max: 7200 }),
    quoted: fc.record({ km, seconds: fc.integer({ min: 0, max: 7200 }) }),
    away: fc.option(fc.record({ routeKm: fc.option(km) })),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const { charged, chargedKm } = tripDistance(some)
      if (charged === 'track' || charged === 'route')
        expect(chargedKm).toBeLessThanOrEqual(mostKm(some.seconds) + 0.001)
      if (charged.startsWith('quote')) expect(some.seconds).toBeGreaterThanOrEqual(some.quoted.seconds / 2)
      if (some.away !== null) expect(charged).not.toMatch(/^quote/)
    }),
  )
})
