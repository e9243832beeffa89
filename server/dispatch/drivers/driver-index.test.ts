import { kmBetween } from '@remis/domain/kit/distance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DriverIndex, type SeenDriver } from './driver-index.ts'

const filled = (drivers: readonly SeenDriver[]) => {
  const index = new DriverIndex()
  for (const driver of drivers) index.put(driver)
  return index
}

describe('nearest search in memory [design/dispatch-5]', () => {
  it('finds exactly the drivers within the radius, nearest first, like a search of all', () => {
    const micro = (min: number, max: number) => fc.integer({ min: min * 1e6, max: max * 1e6 }).map((n) => n / 1e6)
    const driver = fc.record({ lat: micro(-35.2, -34.6), lng: micro(-56.6, -55.8) })
    fc.assert(
      fc.property(
        fc.array(driver, { minLength: 1, maxLength: 400 }),
        driver,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 500 }),
        (places, point, km, most) => {
          const drivers = places.map((place, i) => ({ ...place, id: String(i), at: i }))
          const byHand = drivers
            .map((one) => kmBetween(one, point))
            .filter((one) => one <= km)
            .sort((a, b) => a - b)
            .slice(0, most)
          const found = filled(drivers).near(point, km, most)
          expect(new Set(found.map(({ id }) => id)).size).toBe(byHand.length)
          found.forEach((one, i) => expect(kmBetween(one, point)).toBeCloseTo(byHand[i]!, 9))
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

  it('finds moved drivers at their new place, after any number of moves', () => {
    const index = new DriverIndex()
    const place = fc.record({ id: fc.integer({ min: 0, max: 9 }).map(String), step: fc.integer({ min: 0, max: 300 }) })
    fc.assert(
      fc.property(fc.array(place, { minLength: 20, maxLength: 200 }), (moves) => {
        for (const [i, { id, step }] of moves.entries())
          if (step === 0) index.remove(id)
          else index.put({ id, lat: step / 1000, lng: (step * 7) / 1000, at: 1e6 + i })
        const all = index.near({ lat: 0, lng: 0 }, 20_000, 1000)
        expect(all).toHaveLength(index.size)
        for (const { id, lat, lng } of all)
          expect(index.near({ lat, lng }, 0.01, 99).map((one) => one.id)).toContain(id)
        for (const { id } of all) index.remove(id)
        expect(index.near({ lat: 0, lng: 0 }, 20_000, 1000)).toEqual([])
      }),
    )
  })

  it('keeps the newest place of each driver and forgets removed ones', () => {
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

  it('replaces a position of the future: the clock was set back [design/tracking-44]', () => {
    const index = filled([{ id: 'a', lat: 1, lng: 1, at: 5000 }])
    index.put({ id: 'a', lat: 2, lng: 2, at: 1000 }, undefined, 5000)
    expect(index.get('a')).toMatchObject({ lat: 1, at: 5000 })
    index.put({ id: 'a', lat: 2, lng: 2, at: 1000 }, undefined, 1500)
    expect(index.get('a')).toMatchObject({ lat: 2, at: 1000 })
  })

  it('loads once, and again only after a failed load', async () => {
    const index = new DriverIndex()
    let loads = 0
    const load = (fail: boolean) => () => {
      loads++
      return fail
        ? Promise.reject(new Error('no database'))
        : Promise.resolve([{ id: 'a', lat: 1, lng: 1, at: 1, carType: 'economy', busy: false }])
    }
    await expect(index.ready(load(true))).rejects.toThrow('no database')
    await Promise.all([index.ready(load(false)), index.ready(load(false))])
    expect([loads, index.size]).toEqual([2, 1])
  })

  const here = { lat: -34.9, lng: -56.16 }
  const north = (km: number) => ({ lat: here.lat + km / 111.19508, lng: here.lng })
  const free = (carType: string) => ({ carType, busy: false })
  const wanted = { carType: 'comfort', seenSince: 1000 }

  it('finds a free car of the type behind 200 nearer ones of another type [design/dispatch-27]', () => {
    const index = new DriverIndex()
    for (let n = 0; n < 200; n++) index.put({ id: `economy-${n}`, ...north(0.5), at: 2000 }, free('economy'))
    index.put({ id: 'comfort', ...north(2), at: 2000 }, free('comfort'))
    expect(index.near(here, 10, 200, wanted).map(({ id }) => id)).toEqual(['comfort'])
  })

  it('finds the live driver behind 200 phones that have stopped sending', () => {
    const index = new DriverIndex()
    for (let n = 0; n < 200; n++) index.put({ id: `ghost-${n}`, ...north(0.5), at: 999 }, free('comfort'))
    index.put({ id: 'live', ...north(3), at: 1000 }, free('comfort'))
    expect(index.near(here, 10, 1, wanted).map(({ id }) => id)).toEqual(['live'])
  })

  it('skips a driver while busy, and looks at one of unknown state', () => {
    const index = new DriverIndex()
    index.put({ id: 'a', ...north(1), at: 2000 }, free('comfort'))
    index.put({ id: 'unknown', ...north(2), at: 2000 })
    const found = () => index.near(here, 10, 9, wanted).map(({ id }) => id)
    expect(found()).toEqual(['a', 'unknown'])
    index.setState('a', { carType: 'comfort', busy: true })
    expect(found()).toEqual(['unknown'])
    index.put({ id: 'a', ...north(3), at: 3000 })
    expect(found()).toEqual(['unknown'])
    index.put({ id: 'a', ...north(3), at: 2500 }, free('comfort'))
    expect(found()).toEqual(['unknown', 'a'])
    index.setState('unknown', free('economy'))
    expect(found()).toEqual(['a'])
    index.setState('never seen', free('comfort'))
    expect(index.near(here, 10, 9)).toHaveLength(index.size)
  })
})
