import { expect, it } from 'vitest'
import { nextPoint } from './use-route-ahead.ts'

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
