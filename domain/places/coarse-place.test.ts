import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kmBetween } from '../kit/distance.ts'
import { cellOf, moved, mostCellOffKm } from './coarse-place.ts'

const point = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
})

test('a point is at most half a diagonal from the middle of its cell [design/access-82]', () => {
  fc.assert(
    fc.property(point, (at) => {
      expect(kmBetween(at, cellOf(at))).toBeLessThan(mostCellOffKm)
    }),
  )
})

test('all points of a cell have one middle', () => {
  fc.assert(
    fc.property(point, (at) => {
      const middle = cellOf(at)
      for (const [north, east] of [
        [0.2, 0.2],
        [-0.2, 0.2],
        [0.2, -0.2],
        [-0.2, -0.2],
      ] as const)
        expect(kmBetween(cellOf(moved(middle, { north, east })), middle)).toBeLessThan(1e-6)
    }),
  )
})

test('moves a point by km', () => {
  fc.assert(
    fc.property(point, (at) => {
      expect(kmBetween(at, moved(at, { north: 0.3, east: 0.4 }))).toBeCloseTo(0.5, 2)
    }),
  )
})
