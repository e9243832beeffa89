import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kmBetween } from '../kit/distance.ts'
import { fareTrack, thinTrack, tripDistance, type TrackedPoint } from './trip-distance.ts'

/** A point `km` north of the start, `seconds` after it. */
const at = (km: number, seconds: number, more: Partial<TrackedPoint> = {}): TrackedPoint => ({
  lat: -34.9 + km / 111.195,
  lng: -56.16,
  at: seconds * 1000,
  status: 'STARTED',
  ...more,
})
const drive = (km: number, points: number) =>
  Array.from({ length: points }, (_, i) => at((km * i) / (points - 1), i * 5))

describe('tripDistance [design/tracking-15]', () => {
  test.each<[string, TrackedPoint[], number | null, object]>([
    [
      'charges the quote without a point [tracking-6]',
      [],
      null,
      { distance: 0, chargedKm: 5, charged: 'quote-no-track', flag: 'no-track' },
    ],
    [
      'charges the quote with one point [tracking-6]',
      [at(0, 0)],
      null,
      { distance: 0, chargedKm: 5, charged: 'quote-no-track' },
    ],
    [
      'charges the straight line between two points [tracking-5]',
      [at(0, 0), at(4.9, 60)],
      null,
      { distance: 4.9, chargedKm: 4.9, charged: 'track', flag: null },
    ],
    [
      'charges the quote when it is more than 1.1 times two points',
      [at(0, 0), at(4, 60)],
      null,
      { distance: 4, chargedKm: 5, charged: 'quote-two-points' },
    ],
    [
      'charges the matched distance of more points [tracking-7]',
      drive(5, 40),
      5.4,
      { distance: 5.4, chargedKm: 5.4, charged: 'track', flag: null },
    ],
    [
      'charges the quote when the match is below 0.7 of the legs',
      drive(5, 40),
      3.4,
      { chargedKm: 5, charged: 'quote-implausible', flag: 'implausible-distance' },
    ],
    [
      'charges the quote when the match is above 1.5 of the legs',
      drive(5, 40),
      7.6,
      { chargedKm: 5, charged: 'quote-implausible' },
    ],
    [
      'charges the quote when matching failed',
      drive(5, 40),
      null,
      { chargedKm: 5, charged: 'quote-implausible', flag: 'match-failed' },
    ],
    [
      'charges the quote when the car never moved',
      [at(0, 0), at(0, 5), at(0, 10)],
      0,
      { chargedKm: 5, charged: 'quote-implausible' },
    ],
  ])('%s', (_, points, matched, expected) => {
    expect(tripDistance(points, matched, 5)).toMatchObject(expected)
  })

  test('fareTrack keeps STARTED and REACHED points accurate to 50 m, in the order of time [tracking-4], [design/tracking-13]', () => {
    const points = [
      at(3, 30, { status: 'REACHED' }),
      at(0, 0, { status: 'ACCEPTED' }),
      at(0, 5, { status: 'ARRIVED' }),
      at(1, 10, { accuracy: 50 }),
      at(9, 15, { accuracy: 51 }),
      at(2, 20, { accuracy: null }),
    ]
    expect(fareTrack(points).map((point) => point.at / 1000)).toEqual([10, 20, 30])
  })
})

describe('thinTrack [design/tracking-14]', () => {
  test('leaves out points nearer than 60 m to the one before', () => {
    const jittered = [at(0, 0), at(0.03, 5), at(0.01, 10), at(0.04, 15), at(0.1, 20), at(0.12, 25), at(0.3, 30)]
    expect(thinTrack(jittered).map((point) => point.at / 1000)).toEqual([0, 20, 30])
  })
  test('property: at most 25 points [tracking-8], first and last kept, in order, 60 m apart', () => {
    const step = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 200 }), (steps) => {
        let km = 0
        const points = steps.map((metres, i) => at((km += metres / 1000), i))
        const thin = thinTrack(points)
        expect(thin.length).toBeLessThanOrEqual(25)
        expect([thin[0], thin.at(-1)]).toEqual([points[0], points.at(-1)])
        const times = thin.map((point) => point.at)
        expect(times).toEqual([...times].sort((a, b) => a - b))
        const legs = thin.slice(1).map((point, i) => kmBetween(thin[i]!, point))
        if (thin.length > 2) expect(Math.min(...legs)).toBeGreaterThanOrEqual(0.0599)
      }),
    )
  })
})
