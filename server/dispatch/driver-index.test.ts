import { kmBetween } from '@remis/domain/kit/distance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DriverIndex, type SeenDriver } from './driver-index.ts'

const filled = (drivers: readonly SeenDriver[]) => {
  const index = new DriverIndex()
  for (const driver of drivers) index.put(driver)
  return index
}

describe('nearest search in memory (design §8)', () => {
  it('property: finds exactly those within the radius, nearest first, as looking at everybody does', () => {
    const driver = fc.record({
      lat: fc.double({ min: -35.2, max: -34.6, noNaN: true }),
      lng: fc.double({ min: -56.6, max: -55.8, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(driver, { minLength: 1, maxLength: 400 }),
        driver,
        fc.integer({ min: 0, max: 30 }),
        (places, point, km) => {
          const drivers = places.map((place, i) => ({ ...place, id: String(i), at: i }))
          const byHand = drivers
            .map((one) => ({ id: one.id, km: kmBetween(one, point) }))
            .filter((one) => one.km <= km)
            .sort((a, b) => a.km - b.km)
          const found = filled(drivers).near(point, km, 1000)
          expect(found.map(({ id }) => id)).toEqual(byHand.map(({ id }) => id))
        },
      ),
    )
  })

  it('works over the date line and near a pole', () => {
    const index = filled([
      { id: 'east', lat: 0, lng: 179.99, at: 1 },
      { id: 'west', lat: 0, lng: -179.99, at: 1 },
      { id: 'pole', lat: 89.99, lng: 100, at: 1 },
    ])
    expect(index.near({ lat: 0, lng: 179.995 }, 5, 9).map(({ id }) => id)).toEqual(['east', 'west'])
    expect(index.near({ lat: 89.99, lng: -80 }, 5, 9).map(({ id }) => id)).toEqual(['pole'])
  })

  it('keeps the newest place of each driver and forgets who is removed', () => {
    const index = filled([
      { id: 'a', lat: 1, lng: 1, at: 2 },
      { id: 'a', lat: 2, lng: 2, at: 1 },
    ])
    expect(index.get('a')).toMatchObject({ lat: 1 })
    index.put({ id: 'a', lat: 3, lng: 3, at: 3 })
    expect(index.near({ lat: 1, lng: 1 }, 5, 9)).toEqual([])
    expect(index.near({ lat: 3, lng: 3 }, 5, 9)).toHaveLength(1)
    index.remove('a')
    expect([index.size, index.get('a'), index.near({ lat: 3, lng: 3 }, 5, 9)]).toEqual([0, null, []])
  })

  it('is loaded once, and again only after a load that failed', async () => {
    const index = new DriverIndex()
    let loads = 0
    const load = (fail: boolean) => () => {
      loads++
      return fail ? Promise.reject(new Error('no database')) : Promise.resolve([{ id: 'a', lat: 1, lng: 1, at: 1 }])
    }
    await expect(index.ready(load(true))).rejects.toThrow('no database')
    await Promise.all([index.ready(load(false)), index.ready(load(false))])
    expect([loads, index.size]).toEqual([2, 1])
  })
})
