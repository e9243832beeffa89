import { expect, test } from 'vitest'
import { limitsOf } from './bounds.ts'

test('the camera stays near the area of the map, and reaches every point it has to show', () => {
  expect(limitsOf([[-57, -35, -56, -34.5]], [])).toEqual([-57.5, -35.25, -55.5, -34.25])
  expect(limitsOf([[-57, -35, -56, -34.5]], [{ lat: -34.8, lng: -56.5 }])).toEqual([-57.5, -35.25, -55.5, -34.25])
  const [west, south, east, north] = limitsOf([[-57, -35, -56, -34.5]], [{ lat: -34, lng: -58 }])
  expect(west).toBeLessThan(-58)
  expect(north).toBeGreaterThan(-34)
  expect([south, east]).toEqual([-35.25, -55.5])
})

test('the camera limit extends each separate area by half of its size [design/maps-122]', () => {
  expect(limitsOf([[-9, 41, -8, 41.5], [9.4, 47, 9.6, 47.2]], [])).toEqual([-9.5, 40.75, 9.7, 47.300000000000004])
}) // prettier-ignore

test('it never leaves the world', () => {
  expect(limitsOf([[-179, -84, 179, 84]], [])).toEqual([-180, -85, 180, 85])
})
