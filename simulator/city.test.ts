import { kmBetween } from '@remis/domain/kit/distance'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { homeOf, nearHome, type City } from './city.ts'

const city: City = { center: { lat: -34.9, lng: -56.17 }, bbox: [-56.25, -34.94, -56.1, -34.83] }

it('homes are apart from each other and within 2.6 km of the middle', () => {
  const homes = Array.from({ length: 12 }, (_, index) => homeOf(city, index, 12))
  for (const home of homes) expect(kmBetween(city.center, home)).toBeLessThan(2.6)
  homes.forEach((home, i) => homes.slice(i + 1).forEach((other) => expect(kmBetween(home, other)).toBeGreaterThan(0.5)))
})

it('property: random points stay inside the region', () => {
  const one = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(one, one, fc.integer({ min: 0, max: 40 }), (a, b, index) => {
      const dice = [a, b]
      const { lat, lng } = nearHome(city, homeOf(city, index, 41), () => dice.shift() ?? 0)
      return lng > -56.25 && lng < -56.1 && lat > -34.94 && lat < -34.83
    }),
  )
})
