import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { letPass } from '../../testing/let-pass.ts'
import { emptyStreets } from '../../testing/money.ts'
import { cityFor, drives, pickup, type City, type TestActor } from '../../testing/test-city.ts'
import { askNext } from './ask-next.ts'
import { findBooking } from '../../booking/booking-rows.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
await city.server.app.settings.change({ dispatchPolicy: 'waves' }, null)
beforeEach(() => emptyStreets(city))

/** A driver at this many km north of the pickup. */
const at = (km: number, more: Parameters<City['driver']>[0] = {}) =>
  city.driver({ at: { lat: pickup.lat + km / 111.195, lng: pickup.lng }, ...more })
const recordOf = (id: string) => admin.call(dispatchApi.ofBooking, { params: { id } })
const askedBy = async (id: string) => (await recordOf(id)).offers.map(({ driver }) => driver)
/** A turn of the sweep for this booking. */
const turn = async (id: string) => {
  const booking = await findBooking(db.request, id)
  if (booking !== null) await askNext(city.server.app, [booking])
}
const fleet = async (count: number) => {
  const drivers: TestActor[] = []
  for (let n = 0; n < count; n++) drivers.push(await at(0.3 * (n + 1)))
  return drivers
}
const ids = (drivers: readonly TestActor[]) => new Set(drivers.map(({ id }) => id))

describe('waves [design/dispatch-10]', () => {
  it('ask the 3 soonest, 6 more after 6 s, then the rest; the record names wave and time', async () => {
    const drivers = await fleet(11)
    const { id } = await city.book(await city.person('rider'))
    expect(new Set(await askedBy(id))).toEqual(ids(drivers.slice(0, 3)))
    // a minute back, because a slow machine takes seconds
    await letPass(db.request, id, -60)
    await turn(id)
    expect(await askedBy(id)).toHaveLength(3)
    await letPass(db.request, id, 66)
    await turn(id)
    expect(new Set(await askedBy(id))).toEqual(ids(drivers.slice(0, 9)))
    await letPass(db.request, id, 6)
    await turn(id)
    expect(await askedBy(id)).toHaveLength(11)

    const { offers, records } = await recordOf(id)
    expect(records).toMatchObject([
      { search: 1, wave: 1, offered: 3 },
      { search: 1, wave: 2, offered: 6 },
      { search: 1, wave: 3, offered: 2 },
    ])
    const first = new Map(records[0]?.considered.map((one) => [one.driver, one]))
    expect(first.size).toBe(11)
    expect(first.get(drivers[0]!.id)).toMatchObject({ reason: null, wave: 1, seconds: expect.any(Number) })
    expect(first.get(drivers[4]!.id)).toMatchObject({ reason: null, wave: null })
    expect(records[1]?.considered.map(({ wave }) => wave)).toEqual([2, 2, 2, 2, 2, 2])
    const asked = offers.find(({ driver }) => driver === drivers[0]!.id)
    expect(asked).toMatchObject({ wave: 1, pickupTime: expect.any(Number) })
    await drives(drivers[10]!, id).accept()
  })

  it('a wave in which all declined opens the next at once, with the answer to the last of them', async () => {
    const drivers = await fleet(5)
    const { id } = await city.book(await city.person('rider'))
    await drives(drivers[0]!, id).decline()
    await drives(drivers[1]!, id).decline()
    expect(await askedBy(id)).toHaveLength(3)
    await drives(drivers[2]!, id).decline()
    expect(new Set(await askedBy(id))).toEqual(ids(drivers))
    await drives(drivers[4]!, id).accept()
  })

  it('declining twice, or at once, opens one wave', async () => {
    const drivers = await fleet(12)
    const { id } = await city.book(await city.person('rider'))
    await Promise.all([0, 1, 2, 0, 1].map((n) => drives(drivers[n]!, id).decline()))
    expect(await askedBy(id)).toHaveLength(9)
    expect((await recordOf(id)).records).toHaveLength(2)
    await drives(drivers[3]!, id).accept()
  })

  it('answers a decline although the next drivers cannot be found', async () => {
    const [one] = await fleet(1)
    const { id } = await city.book(await city.person('rider'))
    const near = city.server.app.drivers.near.bind(city.server.app.drivers)
    city.server.app.drivers.near = () => {
      throw new Error('no index')
    }
    await drives(one!, id)
      .decline()
      .finally(() => (city.server.app.drivers.near = near))
    expect((await recordOf(id)).offers.find(({ driver }) => driver === one!.id)?.outcome).toBe('declined')
  })

  it('the first accept wins, also of a driver of a later wave', async () => {
    const drivers = await fleet(6)
    const { id } = await city.book(await city.person('rider'))
    await letPass(db.request, id, 6)
    await turn(id)
    const answers = await Promise.allSettled([drives(drivers[5]!, id).accept(), drives(drivers[0]!, id).accept()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await turn(id)
    expect((await recordOf(id)).offers.filter(({ live }) => live)).toEqual([])
  })
})

describe('the drivers a search looks at [design/dispatch-27]', () => {
  /** Positions in the index without people: the database knows none of them. */
  const ghosts = (count: number, state: { carType: string; busy: boolean }, ageMs: number) => {
    for (let n = 0; n < count; n++)
      city.server.app.drivers.put(
        { id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`, ...pickup, at: Date.now() - ageMs },
        state,
      )
  }
  const clear = (count: number) => {
    for (let n = 0; n < count; n++)
      city.server.app.drivers.remove(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  }

  it.each([
    ['200 cars of another type', () => ({ carType: city.economy, busy: false }), 0],
    ['200 busy cars', () => ({ carType: city.comfort, busy: true }), 0],
    ['200 phones that died an hour ago', () => ({ carType: city.comfort, busy: false }), 3_600_000],
    ['200 drivers refused by the database', () => ({ carType: city.comfort, busy: false }), 0],
  ])('%s hide no free car 2 km away', async (_, state, ageMs) => {
    ghosts(200, state(), ageMs)
    const driver = await at(2, { carType: city.comfort })
    const rider = await city.person('rider')
    const { id } = await city.book(rider, await city.quote(rider, { carType: city.comfort }))
    expect(await askedBy(id)).toEqual([driver.id])
    clear(200)
    await drives(driver, id).accept()
  })

  it('a driver is busy in the index from the accept on, and free after the trip', async () => {
    const driver = await at(1)
    const { id } = await city.book(await city.person('rider'))
    const isFound = () =>
      city.server.app.drivers.near(pickup, 5, 9, { carType: city.economy, seenSince: 0 }).length === 1
    expect(isFound()).toBe(true)
    await drives(driver, id).accept()
    await expect.poll(isFound).toBe(false)
    await admin.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    await expect.poll(isFound).toBe(true)
  })
})
