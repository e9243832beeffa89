import { kmBetween } from '@remis/domain/kit/distance'
import { describe, expect, it } from 'vitest'
import { headingOf, layOut, placeAt, plannedRoute, secondsNear } from './route-walker.ts'

const a = { lat: -34.9, lng: -56.2 }
const b = { lat: -34.9, lng: -56.19 }
const c = { lat: -34.89, lng: -56.19 }

describe('a route', () => {
  const walk = layOut([a, a, b, b, c], 200)
  const length = walk.km.at(-1) ?? 0

  it('leaves out points that repeat and adds up its legs', () => {
    expect(walk.points).toEqual([a, b, c])
    expect(length).toBeCloseTo(kmBetween(a, b) + kmBetween(b, c), 9)
  })

  it('starts at the first point and stays at the last', () => {
    expect(placeAt(walk, 0)).toMatchObject({ ...a, there: false })
    expect(placeAt(walk, -5)).toMatchObject({ ...a, there: false })
    expect(placeAt(walk, 200)).toMatchObject({ ...c, there: true })
    expect(placeAt(walk, 1e9)).toMatchObject({ ...c, there: true })
  })

  it('covers the same distance in the same time and never goes back', () => {
    let before = 0
    for (let second = 0; second <= 200; second += 5) {
      const place = placeAt(walk, second)
      const driven = place.lat > -34.9 ? kmBetween(a, b) + kmBetween(b, place) : kmBetween(a, place)
      expect(driven).toBeCloseTo((second / 200) * length, 4)
      expect(driven).toBeGreaterThanOrEqual(before)
      before = driven
    }
  })

  it('has the heading of its direction', () => {
    expect(placeAt(walk, 1).heading).toBeCloseTo(90, 0)
    expect(placeAt(walk, 199).heading).toBeCloseTo(0, 0)
    expect(headingOf(c, b)).toBeCloseTo(180, 5)
    expect(headingOf(b, a)).toBeCloseTo(270, 1)
  })

  it('continues from the place of the car', () => {
    expect(secondsNear(walk, a)).toBe(0)
    expect(secondsNear(walk, c)).toBe(200)
    expect(placeAt(walk, secondsNear(walk, { lat: -34.9001, lng: -56.1901 }))).toMatchObject({
      lat: expect.closeTo(b.lat, 6),
      lng: expect.closeTo(b.lng, 6),
    })
  })
})

it('starts a round trip at its start', () => {
  expect(secondsNear(layOut([a, b, c, b, a], 400), a)).toBe(0)
})

it('a route of one point is at its end; a route without a duration uses the usual speed', () => {
  expect(placeAt(layOut([a], 0), 0)).toMatchObject({ ...a, there: true })
  expect(secondsNear(layOut([a], 0), b)).toBe(0)
  expect(layOut([a, b], 0).seconds).toBeCloseTo((kmBetween(a, b) / 30) * 3600, 6)
  expect(() => placeAt(layOut([], 5), 0)).toThrow(RangeError)
})

describe('plannedRoute', () => {
  const place = (point: { lat: number; lng: number }) => ({ ...point, add: '' })
  const booking = { estimateTime: 60, pickup: place(a), drop: place(b) }
  it('decodes the polyline of the quote', () => {
    expect(plannedRoute({ ...booking, coords: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' })).toMatchObject({
      points: [
        { lat: 38.5, lng: -120.2 },
        { lat: 40.7, lng: -120.95 },
        { lat: 43.252, lng: -126.453 },
      ],
      seconds: 60,
    })
  })
  it('is the straight line from pickup to drop without a polyline', () => {
    expect(plannedRoute({ ...booking, coords: '' }).points).toMatchObject([a, b])
  })
})
