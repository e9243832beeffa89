import { expect, it } from 'vitest'
import { nextPoint } from './use-way-ahead.ts'

it('leads to the pickup, then to the drop, and nowhere while the car stands', () => {
  const [pickup, drop] = [
    { lat: 1, lng: 0 },
    { lat: 2, lng: 0 },
  ]
  const next = (['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PAID'] as const).map((status) =>
    nextPoint({ status, pickup, drop }),
  )
  expect(next).toEqual([null, pickup, null, drop, null])
})
