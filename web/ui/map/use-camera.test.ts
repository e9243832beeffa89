import { expect, it } from 'vitest'
import { framedBy, framesAgain } from './use-camera.ts'

const car = { lat: -34.9, lng: -56.16 }
const pickup = { lat: -34.901, lng: -56.161 }
const drop = { lat: -34.902, lng: -56.162 }
const inner = { left: 0, top: 0, right: 400, bottom: 800 }
/** well inside the view */
const inView = [
  { x: 100, y: 200 },
  { x: 300, y: 600 },
]
const toPickup = framedBy([car, pickup])

it('frames again when the goal changes, though all of it is in view already', () => {
  expect(framesAgain(toPickup, [car, drop], inView, inner)).toBe(true)
  expect(framesAgain(toPickup, [car, pickup], inView, inner)).toBe(false)
})

it('stays while the car moves inside the view, and follows it out of the view', () => {
  const moved = { lat: car.lat - 0.0001, lng: car.lng }
  expect(framesAgain(toPickup, [moved, pickup], inView, inner)).toBe(false)
  expect(
    framesAgain(
      toPickup,
      [moved, pickup],
      [
        { x: 100, y: 900 },
        { x: 300, y: 600 },
      ],
      inner,
    ),
  ).toBe(true)
})

it('frames first, and when points come or go', () => {
  expect(framesAgain(null, [car, pickup], inView, inner)).toBe(true)
  expect(framesAgain(framedBy([pickup]), [car, pickup], inView, inner)).toBe(true)
  // a single point is the car itself: it has no goal
  expect(framesAgain(framedBy([car]), [pickup], [{ x: 100, y: 200 }], inner)).toBe(false)
})
