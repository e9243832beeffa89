import { randomUUID } from 'node:crypto'
import { savedAddressesApi } from '@remis/domain/places/places-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { cityFor, drop, keyOf, pickup, type TestActor } from '../testing/test-city.ts'
import { limits } from '../platform/runtime/limits.ts'
import { saveDrop } from './save-drop.ts'

const { city, db } = await cityFor(import.meta.url)
let rider: TestActor
beforeEach(async () => {
  rider = await city.person('rider')
})

const list = async (who = rider) => (await who.call(savedAddressesApi.list, {})).rows
const add = async (place: { lat: number; lng: number; add: string }, more: object = {}) => {
  const { add: description, ...at } = place
  return (await rider.call(savedAddressesApi.add, { body: { description, ...at, ...more } })).address
}
const change = (id: string, body: object, who = rider) => who.call(savedAddressesApi.change, { body: { id, ...body } })
const reached = (place: typeof drop) => db.transact((tx) => saveDrop(tx, rider.id, place))

describe('saved addresses [design/accounts-126]', () => {
  it('are added as home and work, which come first', async () => {
    await reached(drop)
    await reached(drop)
    await add({ ...pickup, lat: pickup.lat + 0.01 }, { place: 'work' })
    await add(pickup, { place: 'home', name: ' My flat ' })
    expect(await list()).toMatchObject([
      { place: 'home', name: 'My flat', description: pickup.add, count: 0 },
      { place: 'work', name: null },
      { place: null, description: drop.add, count: 2 },
    ])
  })

  it('updates an address saved by a ride; a retry adds nothing [design/accounts-150]', async () => {
    await reached(drop)
    const lat = drop.lat + 0.0005
    for (let n = 0; n < 2; n++) await add({ ...drop, lat, add: 'Beside it' }, { name: 'Station' })
    expect(await list()).toMatchObject([{ description: 'Beside it', lat, lng: drop.lng, name: 'Station', count: 1 }])
  })

  it('adds a new one beside an address that the rider keeps [design/accounts-150]', async () => {
    const home = await add(pickup, { place: 'home' })
    const gym = { ...pickup, lat: pickup.lat + 0.0007, add: 'Two doors on' }
    await add(gym, { name: 'Gym', place: null })
    expect(await list()).toMatchObject([home, { description: gym.add, lat: gym.lat, name: 'Gym', place: null }])
    // adding the same address again keeps its use
    await add(pickup, { name: 'Flat', place: null })
    expect(await list()).toMatchObject([{ id: home.id, name: 'Flat', place: 'home' }, { name: 'Gym' }])
  })

  it('a new home takes the place of the former one', async () => {
    const [one, two] = [await add(pickup, { place: 'home' }), await add(drop)]
    await change(two.id, { place: 'home' })
    expect(await list()).toMatchObject([
      { id: two.id, place: 'home' },
      { id: one.id, place: null },
    ])
    await change(two.id, { place: null, name: 'Flat' })
    await change(two.id, { name: '  ' })
    expect((await list()).map(({ place, name }) => [place, name])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('two homes at once leave one', async () => {
    const [one, two] = [await add(pickup), await add(drop)]
    await Promise.all([change(one.id, { place: 'home' }), change(two.id, { place: 'home' })])
    expect((await list()).filter(({ place }) => place === 'home')).toHaveLength(1)
  })

  it('are changed and deleted by their rider alone [design/access-5]', async () => {
    const { id } = await add(pickup, { name: 'Flat' })
    const other = await city.person('rider')
    expect(await keyOf(change(id, { name: 'Mine' }, other))).toBe('not_found')
    expect(await keyOf(change(id, { place: 'home' }, other))).toBe('not_found')
    expect(await keyOf(other.call(savedAddressesApi.remove, { body: { id } }))).toBe('not_found')
    expect(await list()).toMatchObject([{ name: 'Flat', place: null }])
    await rider.call(savedAddressesApi.remove, { body: { id } })
    expect(await list()).toEqual([])
    expect(await keyOf(rider.call(savedAddressesApi.remove, { body: { id } }))).toBe('not_found')
  })

  it('an address without a text is refused, and so are more than are kept', async () => {
    expect(await keyOf(add({ ...pickup, add: ' ' }))).toBe('select_proper')
    const addMany = (lng: number, more: object) =>
      db.request
        .insertInto('saved_addresses')
        .values(
          Array.from({ length: limits.savedAddresses }, (_, n) => ({
            id: randomUUID(),
            user_id: rider.id,
            description: `Place ${n}`,
            lat: -30 + n / 100,
            lng,
            ...more,
          })),
        )
        .execute()
    // drops saved by rides do not count towards the limit
    await addMany(-57, { count: 1 })
    expect(await keyOf(add(drop))).toBe('ok')
    await addMany(-56, { name: 'Named' })
    expect(await keyOf(add(pickup))).toBe('saved_addresses_full')
    expect(await keyOf(add({ lat: -30, lng: -56, add: 'Place 0' }, { place: 'home' }))).toBe('ok')
  })
})
