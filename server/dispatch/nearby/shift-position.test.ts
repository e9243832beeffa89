import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { moved } from '@remis/domain/places/coarse-place'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shiftPosition } from './shift-position.ts'

const shift = shiftPosition(Buffer.alloc(32, 3))
const home = { lat: -34.9, lng: -56.17 }
const quarter = 15 * 60_000
const at = 1_700_000_000_000 - (1_700_000_000_000 % quarter)

const offset = (from: LatLng, to: LatLng) => ({
  north: (to.lat - from.lat) * 111.195,
  east: (to.lng - from.lng) * 111.195 * Math.cos((from.lat * Math.PI) / 180),
})

describe('the shifted position of a driver before a booking [design/access-82]', () => {
  it('is 400 to 500 m off, anywhere', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        fc.integer({ min: 0, max: 2 ** 42 }),
        (driver, lat, lng, time) => {
          const km = kmBetween({ lat, lng }, shift(driver, { lat, lng }, time))
          expect(km).toBeGreaterThan(0.398)
          expect(km).toBeLessThan(0.503)
        },
      ),
    )
  })

  it('is the same within a quarter hour, another one in the next, and another per driver and installation', () => {
    const first = shift('a', home, at)
    expect(shift('a', home, at + quarter - 1)).toEqual(first)
    expect(shift('a', home, at + quarter)).not.toEqual(first)
    expect(kmBetween(first, shift('b', home, at))).toBeGreaterThan(0.05)
    expect(shiftPosition(Buffer.alloc(32, 4))('a', home, at)).not.toEqual(first)
  })

  it('does not average out for a parked car: a month of quarter hours is still 430 m off', () => {
    const all = Array.from({ length: 30 * 96 }, (_, n) => shift('a', home, at + n * quarter))
    const sum = all.reduce((one, other) => ({ lat: one.lat + other.lat, lng: one.lng + other.lng }))
    expect(kmBetween(home, { lat: sum.lat / all.length, lng: sum.lng / all.length })).toBeGreaterThan(0.43)
  })

  it('does not jump for a car that is parked a few metres further', () => {
    for (let n = 0; n < 200; n++) {
      const here = moved(home, { north: n * 0.31, east: n * 0.17 })
      const [one, other] = [shift('a', here, at), shift('a', moved(here, { north: 0.01, east: 0 }), at)]
      expect(kmBetween(one, other)).toBeLessThan(0.1)
    }
  })

  it('has another direction elsewhere, and none that is more likely', () => {
    const turns = Array.from({ length: 2000 }, (_, n) => {
      const there = moved(home, { north: (n % 50) * 5, east: Math.floor(n / 50) * 5 })
      const { north, east } = offset(there, shift('a', there, at))
      return Math.floor((Math.atan2(north, east) / Math.PI + 1) * 4) % 8
    })
    for (let eighth = 0; eighth < 8; eighth++)
      expect(turns.filter((one) => one === eighth).length).toBeGreaterThan(2000 / 8 / 1.5)
  })
})
