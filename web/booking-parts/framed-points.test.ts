import { expect, test } from 'vitest'
import { framedPoints } from './framed-points.ts'
import { drivenWay } from './use-trip-track.ts'

const pickup = { lat: 0, lng: 0 }
const drop = { lat: 0, lng: 0.04 }
/** a detour to the north between the two */
const line = [pickup, { lat: 0.03, lng: 0 }, { lat: 0.03, lng: 0.04 }, drop]

const northmost = (points: readonly { lat: number }[]) => Math.max(...points.map(({ lat }) => lat))

test('the whole way is in view, not only its ends [design/web-71]', () => {
  const keep = framedPoints(line, null, [pickup, drop])
  expect(northmost(keep)).toBe(0.03)
  expect(keep.at(-1)).toBe(drop)
})

test('the part that was driven is left out', () => {
  const car = { lat: 0.01, lng: 0.04 }
  const keep = framedPoints(line, car, [drop])
  expect(northmost(keep)).toBeCloseTo(0.01, 6)
  expect(keep.at(-1)).toBe(drop)
})

test('the number of points stays while the car drives, so that the camera does not frame again at each position', () => {
  const numbers = [0, 0.01, 0.02, 0.03].map((lat) => framedPoints(line, { lat, lng: 0 }, [drop]).length)
  expect(new Set(numbers).size).toBe(1)
})

test('the driven way is the charged line; without one the points [design/tracking-22]', () => {
  const rows = [{ id: 'B.1', at: 1, status: 'STARTED', lat: 1, lng: 2 }]
  expect(drivenWay({ line: null, rows })).toBe(rows)
  // the encoding of 38.5, -120.2
  expect(drivenWay({ line: '_p~iF~ps|U', rows })).toEqual([{ lat: 38.5, lng: -120.2 }])
})

test('without a line the ends and the car', () => {
  expect(framedPoints(null, null, [pickup, drop])).toEqual([pickup, drop])
  expect(framedPoints([pickup], drop, [pickup])).toEqual([drop, pickup])
})
