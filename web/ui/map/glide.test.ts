import { describe, expect, it } from 'vitest'
import { kmBetween } from '@remis/domain/kit/distance'
import { glideAt, glideTo, headingOn, placed } from './glide.ts'
import { pathOf, pointAt, project, rest } from './path.ts'
import { lineAhead, pathOfCar } from './use-line-ahead.ts'

// a street of about 1.1 km to the east, then 1.1 km to the north
const corner = { lat: -34.9, lng: -56.15 }
const start = { lat: -34.9, lng: -56.162 }
const end = { lat: -34.89, lng: -56.15 }
const path = pathOf([start, corner, corner, end])!

describe('path', () => {
  it('measures its length and drops repeated points', () => {
    expect(path.points).toHaveLength(3)
    expect(path.length).toBeCloseTo((kmBetween(start, corner) + kmBetween(corner, end)) * 1000, 6)
    expect(pathOf([start, start])).toBeNull()
  })

  it('finds the point after some metres and its direction', () => {
    expect(pointAt(path, 100).heading).toBeCloseTo(90, 0)
    expect(pointAt(path, path.length - 10).heading).toBeCloseTo(0, 0)
    expect(pointAt(path, -5).at).toEqual(start)
    expect(pointAt(path, 1e9).at.lat).toBeCloseTo(end.lat, 9)
  })

  it('projects a point beside the street', () => {
    const spot = project(path, { lat: -34.9003, lng: -56.156 })
    expect(spot.off).toBeGreaterThan(30)
    expect(spot.off).toBeLessThan(36)
    expect(spot.along).toBeCloseTo(kmBetween(start, { lat: -34.9, lng: -56.156 }) * 1000, 0)
  })

  it('chooses the later of two passes through the same street after the first', () => {
    const thereAndBack = pathOf([start, corner, start])!
    const middle = { lat: -34.9, lng: -56.156 }
    expect(project(thereAndBack, middle).along).toBeLessThan(thereAndBack.length / 2)
    expect(project(thereAndBack, middle, thereAndBack.length / 2).along).toBeGreaterThan(thereAndBack.length / 2)
  })

  it('answers the rest of the path', () => {
    const left = rest(path, path.metres[1]! + 1)
    expect(left).toHaveLength(2)
    expect(left[1]).toEqual(end)
  })
})

describe('glide', () => {
  const at = (metres: number) => pointAt(path, metres).at
  const metresOf = (glide: Parameters<typeof glideAt>[0], now: number) =>
    project(path, glideAt(glide, path, now).at).along

  it('follows the corner of the route and does not cut it', () => {
    const glide = glideTo(placed(at(1000), 0), path, at(1200), 4000)
    for (let now = 4000; now <= 8000; now += 100)
      expect(project(path, glideAt(glide, path, now).at).off, `off the road at ${now}`).toBeLessThan(1)
    expect(metresOf(glide, 8000)).toBeCloseTo(1200, 0)
  })

  it('takes the heading of the route if the device has none', () => {
    expect(headingOn(path, at(500))).toBeCloseTo(90, 0)
    expect(headingOn(path, at(2000))).toBeCloseTo(0, 0)
    expect(headingOn(path, { lat: -34.91, lng: -56.156 })).toBeNull()
    expect(headingOn(null, start)).toBeNull()
    // a parked car turns to the route once that is loaded
    const standing = glideTo(placed(at(500), 0), path, at(500), 4000)
    expect(glideAt(standing, path, 9000).heading).toBeCloseTo(90, 0)
    // and does not turn with its phone
    expect(glideAt(glideTo(placed(at(500), 0), path, at(500), 4000, 180), path, 9000).heading).toBeCloseTo(90, 0)
    expect(glideAt(glideTo(placed(at(500), 0, 45), null, at(500), 4000, 180), null, 9000).heading).toBe(45)
  })

  it('does not move back for noise', () => {
    let glide = placed(at(100), 0)
    let shown = 100
    // positions are noisy: some are behind the one before
    for (const [i, metres] of [140, 120, 160, 155, 200, 170, 240].entries()) {
      glide = glideTo(glide, path, at(metres), (i + 1) * 1000)
      for (let now = (i + 1) * 1000; now < (i + 2) * 1000; now += 50) {
        const here = metresOf(glide, now)
        expect(here).toBeGreaterThanOrEqual(shown - 0.5)
        shown = here
      }
    }
    expect(shown).toBeGreaterThan(200)
  })

  it('never moves further in a moment than the positions do', () => {
    const glide = glideTo(placed(at(0), 0), path, at(60), 4000)
    const half = metresOf(glide, 6000)
    expect(half).toBeGreaterThan(25)
    expect(half).toBeLessThan(35)
  })

  it('follows a real turn back', () => {
    const glide = glideTo(placed(at(600), 0), path, at(300), 4000)
    expect(metresOf(glide, 20_000)).toBeCloseTo(300, 0)
  })

  it('moves straight when the car has left the route', () => {
    const aside = { lat: -34.905, lng: -56.156 }
    const glide = glideTo(placed(at(500), 0), path, aside, 4000)
    expect(glide.track).toBeNull()
    expect(glideAt(glide, path, 60_000).at).toEqual(aside)
  })

  it('jumps after a long gap in place of gliding through the city', () => {
    const glide = glideTo(placed(start, 0), path, end, 120_000)
    expect(glideAt(glide, path, 120_000)).toMatchObject({ at: end, done: true })
  })
})

it('a car on its way to the pickup neither shortens the planned route nor glides along it [design/web-191]', () => {
  const route = [start, corner, end]
  const driven = pathOfCar(route)
  expect(lineAhead(route, driven, corner)).toEqual([corner, end])
  const planned = pathOfCar(route, true)
  expect(planned).toBe(null)
  expect(lineAhead(route, planned, corner)).toBe(route)
})
