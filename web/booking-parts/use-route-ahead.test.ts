import { expect, it } from 'vitest'
import { nextPoint, partLeft, plannedRoute, routeOf } from './use-route-ahead.ts'

it('answers the pickup, then the drop, and null while the car waits', () => {
  const [pickup, drop] = [
    { lat: 1, lng: 0 },
    { lat: 2, lng: 0 },
  ]
  const next = (['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PAID'] as const).map((status) =>
    nextPoint({ status, pickup, drop }),
  )
  expect(next).toEqual([null, pickup, null, drop, null])
})

it('follows the planned way to the drop, and not when the parcel goes back to its pickup [design/delivery-30]', () => {
  const plan = { coords: '_p~iF~ps|U_ulLnnqC', estimateDistance: 6, estimateTime: 400, undelivered: null }
  expect(plannedRoute(plan)).toMatchObject({ km: 6, seconds: 400 })
  expect(plannedRoute(plan)?.line).toHaveLength(2)
  const undelivered = { at: 1, reason: 'absent', note: null, image: null, drop: null } as const
  expect(plannedRoute({ ...plan, undelivered })).toBeNull()
  expect(plannedRoute({ ...plan, coords: '' })).toBeNull()
})

it('answers km and seconds from the place on the route nearest to the car', () => {
  const line = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 0.01 },
    { lat: 0, lng: 0.04 },
  ]
  const route = routeOf(line, 6, 400)
  const left = partLeft(route, { lat: 0.0002, lng: 0.03 })
  expect(left?.km).toBeCloseTo(1.5)
  expect(left?.seconds).toBeCloseTo(100)
  expect(partLeft(route, { lat: 0, lng: 0.05 })).toEqual({ km: 0, seconds: 0 })
  expect(partLeft(routeOf(line.slice(0, 1), 0, 0), line[0]!)).toBe(null)
})
