import type { LatLng } from '@remis/domain/kit/distance'
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
const frame = { clientWidth: 400, clientHeight: 800 }
const framed = (keep: readonly LatLng[], of = frame) => framedBy(keep, of)
const toPickup = framed([car, pickup])

it('frames again when the goal changes, though all of it is in view already', () => {
  expect(framesAgain(toPickup, framed([car, drop]), inView, inner)).toBe(true)
  expect(framesAgain(toPickup, framed([car, pickup]), inView, inner)).toBe(false)
})

it('stays while the car moves inside the view, and follows it out of the view', () => {
  const moved = { lat: car.lat - 0.0001, lng: car.lng }
  expect(framesAgain(toPickup, framed([moved, pickup]), inView, inner)).toBe(false)
  expect(
    framesAgain(
      toPickup,
      framed([moved, pickup]),
      [
        { x: 100, y: 900 },
        { x: 300, y: 600 },
      ],
      inner,
    ),
  ).toBe(true)
})

it('frames first, and when points come or go', () => {
  expect(framesAgain(null, framed([car, pickup]), inView, inner)).toBe(true)
  expect(framesAgain(framed([pickup]), framed([car, pickup]), inView, inner)).toBe(true)
  // a single point is the car itself: it has no goal
  expect(framesAgain(framed([car]), framed([pickup]), [{ x: 100, y: 200 }], inner)).toBe(false)
})

it('frames again when the frame has another size, as when the sheet below it becomes lower', () => {
  const withHeight = (clientHeight: number) => framed([car, pickup], { clientWidth: 400, clientHeight })
  expect(framesAgain(toPickup, withHeight(1000), inView, inner)).toBe(true)
  expect(framesAgain(toPickup, withHeight(820), inView, inner)).toBe(false)
})
