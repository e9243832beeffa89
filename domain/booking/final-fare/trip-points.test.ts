import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kmBetween } from '../../kit/distance.ts'
import { fareTrack, thinTrack, type TrackedPoint } from './trip-points.ts'

/** A point `km` north of the start, `seconds` after it. */
const at = (km: number, seconds: number, more: Partial<TrackedPoint> = {}): TrackedPoint => ({
  lat: -34.9 + km / 111.195,
  lng: -56.16,
  at: seconds * 1000,
  status: 'STARTED',
  ...more,
})
const seconds = (points: readonly TrackedPoint[]) => points.map((point) => point.at / 1000)

describe('fareTrack', () => {
  test('keeps STARTED and REACHED points accurate to 50 m, in the order of time [tracking-4], [design/tracking-13]', () => {
    const points = [
      at(3, 30, { status: 'REACHED' }),
      at(0, 0, { status: 'ACCEPTED' }),
      at(0, 5, { status: 'ARRIVED' }),
      at(1, 10, { accuracy: 50 }),
      at(9, 15, { accuracy: 51 }),
      at(2, 20, { accuracy: null }),
    ]
    expect(seconds(fareTrack(points, { startTime: 0, endTime: 60_000 }))).toEqual([10, 20, 30])
  })

  test('a point counts by its own time, from the start to 5 s after the end [design/tracking-18]', () => {
    const points = [99.999, 100, 200, 205, 205.001].map((second) => at(0, second))
    expect(seconds(fareTrack(points, { startTime: 100_000, endTime: 200_000 }))).toEqual([100, 200, 205])
    expect(seconds(fareTrack(points, { startTime: 100_000, endTime: null }))).toHaveLength(4)
  })

  test('a trip that has not started has none', () => {
    expect(fareTrack([at(0, 1)], { startTime: null, endTime: null })).toEqual([])
  })
})

describe('thinTrack [design/tracking-14]', () => {
  test('leaves out points nearer than 60 m to the one before', () => {
    const jittered = [at(0, 0), at(0.03, 5), at(0.01, 10), at(0.04, 15), at(0.1, 20), at(0.12, 25), at(0.3, 30)]
    expect(seconds(thinTrack(jittered))).toEqual([0, 20, 30])
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
