import { bookingsApi } from '@remis/domain/booking/booking-api'
import { carTypesApi, carTypeTableApi, type ManagedCarType } from '@remis/domain/fare/car-types-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { AppError } from '@remis/domain/messages/app-error'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePaidBooking } from '../../testing/make-booking.ts'
import { makePerson } from '../../testing/make-person.ts'
import { cityFor, inDemo, keyOf, requestOn, type TestActor } from '../../testing/test-city.ts'
import { samplePaidTrips } from '../car-type-store.ts'
import { exampleCarType as entry } from './example-car-type.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const add = async (more: object = {}) => (await admin.call(carTypeTableApi.create, { body: entry(more) })).carType
const update = (id: string, body: object) => admin.call(carTypeTableApi.update, { params: { id }, body })
const remove = (id: string) => admin.call(carTypeTableApi.remove, { params: { id } })
const order = (ids: string[]) => admin.call(carTypeTableApi.order, { body: { ids } })
const endingOf = async (id: string) => (await admin.call(carTypeTableApi.ending, { params: { id } })).ending
const shown = async (actor: TestActor) => (await actor.call(carTypesApi.list, {})).rows.map(({ id }) => id)
const live = async () =>
  (
    await db.request.selectFrom('car_types').select('id').where('deleted_at', 'is', null).orderBy('position').execute()
  ).map(({ id }) => id)
const liveRow = (id: string) =>
  db.request.selectFrom('car_types').select('base_fare').where('id', '=', id).executeTakeFirst()
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as AppError,
  )
const audited = async (subject: string) =>
  (
    await db.request.selectFrom('audit_log').select('action').where('subject', '=', subject).orderBy('id').execute()
  ).map(({ action }) => action)
const events = async () =>
  (await db.request.selectFrom('outbox').select('audience').where('kind', '=', 'car-types').execute()).length

describe('the table of car types [fare-4]', () => {
  it('adds one that riders see at once, last in the order, with its slab sorted [fare-1] [design/catalogue-3]', async () => {
    const rider = await city.person('rider')
    const before = await events()
    const slab = [
      { minsDelayed: 10, amount: 90 },
      { minsDelayed: 2, amount: 40 },
    ]
    const car = await add({ cancelSlab: slab, parcelTypes: [{ description: ' Box ', amount: 5 }] })
    expect(car).toMatchObject({
      cancelSlab: slab.toReversed(),
      parcelTypes: [{ description: 'Box', amount: 5 }],
      version: 0,
    })
    const product =
      'name image base_fare rate_per_unit_distance rate_per_hour min_fare convenience_fees convenience_fee_type extra_info createdAt cancelSlab parcelTypes options'
    const added = ['id', 'seats', 'position', 'active', 'version', 'deletedAt']
    expect(Object.keys(car).toSorted()).toEqual([...product.split(' '), ...added].toSorted())
    expect((await shown(rider)).at(-1)).toBe(car.id)
    expect(await events()).toBe(before + 1)
    await update(car.id, { active: false })
    expect(await shown(rider)).not.toContain(car.id)
    expect(await audited(`car-type:${car.id}`)).toEqual(['car-type.add', 'car-type.update'])
    const row = (await rider.call(carTypesApi.list, {})).rows[0]
    expect(row).not.toHaveProperty('base_fare')
  })

  it('names the field at fault, and refuses a name that differs in letter case only', async () => {
    const car = await add()
    const faults = [
      await faultOf(update(car.id, { base_fare: 0.5 })),
      await faultOf(
        update(car.id, {
          cancelSlab: [
            { minsDelayed: 1, amount: 1 },
            { minsDelayed: 1, amount: 2 },
          ],
        }),
      ),
      await faultOf(update(car.id, { image: 'spaceship' })),
      await faultOf(admin.call(carTypeTableApi.create, { body: entry({ name: car.name.toUpperCase() }) })),
    ]
    expect(faults.map((fault) => [fault?.status, fault?.key, fault?.fields])).toEqual([
      [422, 'car_type_invalid', { base_fare: 'car_type_invalid' }],
      [422, 'car_type_invalid', { cancelSlab: 'car_type_invalid' }],
      [422, 'car_type_invalid', { image: 'car_type_invalid' }],
      [422, 'car_type_name_taken', { name: 'car_type_name_taken' }],
    ])
  })

  it('refuses a change of an older version and answers with the stored one [design/catalogue-5]', async () => {
    const car = await add()
    await update(car.id, { base_fare: 70, version: car.version })
    const late = await faultOf(update(car.id, { base_fare: 80, version: car.version }))
    expect([late?.status, late?.key]).toEqual([409, 'row_changed'])
    expect(late?.extra).toMatchObject({ row: { base_fare: 70, version: 1 } })
    expect((await update(car.id, { base_fare: 80, version: car.version + 1 })).carType.base_fare).toBe(80)
  })

  it('of two changes of the same version at once, one is saved', async () => {
    const car = await add()
    const send = (base_fare: number) => keyOf(update(car.id, { base_fare, version: 0 }))
    expect((await Promise.all([send(71), send(72)])).toSorted()).toEqual(['ok', 'row_changed'])
  })

  it('is for admins alone', async () => {
    const { id } = await add()
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const actor = await city.person(role)
      const keys = await Promise.all([
        keyOf(actor.call(carTypeTableApi.listAll, { query: {} })),
        keyOf(actor.call(carTypeTableApi.update, { params: { id }, body: {} })),
        keyOf(actor.call(carTypeTableApi.ending, { params: { id } })),
        keyOf(actor.call(carTypeTableApi.order, { body: { ids: [] } })),
      ])
      expect([role, ...keys]).toEqual([role, ...keys.map(() => 'forbidden')])
    }
  })

  it('in demo mode nothing is written [settings-16]; trying rates is allowed', async () => {
    const car = await add()
    const ids = await live()
    await inDemo(city, async () => {
      expect(await keyOf(add())).toBe('demo_mode')
      expect(await keyOf(update(car.id, { seats: 2 }))).toBe('demo_mode')
      expect(await keyOf(remove(car.id))).toBe('demo_mode')
      expect(await keyOf(order(ids.toReversed()))).toBe('demo_mode')
      const rates = { ...ratesOf(car), base_fare: 1 }
      expect(await keyOf(admin.call(carTypeTableApi.tryRates, { params: { id: car.id }, body: rates }))).toBe('ok')
    })
    expect(await live()).toEqual(ids)
  })

  it('orders the whole list; a list that lacks one is refused [design/catalogue-4]', async () => {
    await add()
    const ids = await live()
    await order(ids.toReversed())
    expect(await live()).toEqual(ids.toReversed())
    expect((await shown(await city.person('rider')))[0]).toBe(ids.at(-1))
    expect(await keyOf(order(ids.slice(1)))).toBe('row_changed')
    expect(await keyOf(order([...ids.slice(1), ids[1] ?? '']))).toBe('row_changed')
    await order(ids)
  })

  it('sends the table as a file, with the titles of the screen [design/web-63]', async () => {
    await add({ name: 'Exported', cancelSlab: [{ minsDelayed: 3, amount: 30 }] })
    const answer = await fetch(`${city.server.url}/api/car-types/export?format=csv&search=exported`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [head, row] = (await answer.text()).split('\r\n')
    expect(head).toContain('Name,Picture,Seats')
    expect(head).toContain('Rate per km,Rate per hour,Minimum fare,')
    expect(row).toContain('3 min: 30')
    await city.server.app.settings.change({ convert_to_mile: true }, null)
    try {
      const miles = await fetch(`${city.server.url}/api/car-types/export?format=csv&search=exported`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(await miles.text()).toContain('Rate per mile,')
    } finally {
      await city.server.app.settings.change({ convert_to_mile: false }, null)
    }
  })
})

describe('archiving a car type [design/catalogue-6]', () => {
  it('takes it from riders, and leaves bookings, quotes in use and drivers as they are', async () => {
    const car = await add()
    const driver = await city.driver({ carType: car.id })
    const rider = await city.person('rider')
    const quote = await city.quote(rider, { carType: car.id })
    const { booking } = await rider.call(bookingsApi.create, { body: requestOn(quote) })
    expect(await endingOf(car.id)).toEqual({ drivers: 1, bookings: 1, last: false })
    await remove(car.id)
    expect(await shown(rider)).not.toContain(car.id)
    expect(
      await keyOf(rider.call(quotesApi.create, { body: { pickup: quote.pickup, drop: quote.drop, carType: car.id } })),
    ).toBe('select_proper')
    expect(await keyOf(remove(car.id))).toBe('not_found')
    expect(await keyOf(update(car.id, { active: true }))).toBe('not_found')
    await driver.call(bookingsApi.accept, { params: { id: booking.id }, body: {} })
    const seen = await rider.call(bookingsApi.get, { params: { id: booking.id } })
    expect(seen.booking).toMatchObject({ status: 'ACCEPTED', carType: car.name })
    // the name is free, and the driver's other fields can be edited
    expect((await add({ name: car.name })).id).not.toBe(car.id)
    const edit = { vehicleModel: 'Changed', carTypeId: car.id }
    expect(await keyOf(admin.call(peopleApi.update, { params: { id: driver.id }, body: edit }))).toBe('ok')
  })

  it('says when it is the last one', async () => {
    const others = (await live()).slice(1)
    await sql`update car_types set active = false where id = any(${others}::uuid[])`.execute(db.request)
    const [last] = await live()
    expect((await endingOf(last ?? '')).last).toBe(true)
    await sql`update car_types set active = true where id = any(${others}::uuid[])`.execute(db.request)
  })
})

describe('restoring an archived car type [design/catalogue-13]', () => {
  const restore = (id: string) => admin.call(carTypeTableApi.restore, { params: { id } })
  const deleted = async () =>
    (await admin.call(carTypeTableApi.listAll, { query: { show: 'deleted', limit: 100 } })).rows.map(({ id }) => id)

  it('brings it back hidden and last, once, and reports it', async () => {
    const [car, other] = [await add(), await add()]
    await remove(car.id)
    expect(await deleted()).toContain(car.id)
    const before = await events()
    const { carType } = await restore(car.id)
    expect(carType).toMatchObject({ ...car, position: other.position + 1, active: false, version: car.version + 1 })
    expect((await restore(car.id)).carType).toEqual(carType)
    expect(await deleted()).not.toContain(car.id)
    expect((await live()).at(-1)).toBe(car.id)
    expect(await events()).toBeGreaterThan(before)
    expect(await audited(`car-type:${car.id}`)).toEqual(['car-type.add', 'car-type.delete', 'car-type.restore'])
    const rider = await city.person('rider')
    expect(await shown(rider)).not.toContain(car.id)
    // a form that was open before the archive is stale
    expect(await keyOf(update(car.id, { active: true, version: car.version }))).toBe('row_changed')
    await update(car.id, { active: true, version: carType.version })
    expect(await shown(rider)).toContain(car.id)
  })

  it('is refused while another one has its name, in demo mode, and for one that never was', async () => {
    const car = await add()
    await remove(car.id)
    const second = await add({ name: car.name.toUpperCase() })
    await expect(restore(car.id)).rejects.toMatchObject({
      key: 'car_type_name_taken',
      fields: { name: 'car_type_name_taken' },
    })
    await update(second.id, { name: `${car.name} new` })
    await inDemo(city, async () => expect(await keyOf(restore(car.id))).toBe('demo_mode'))
    expect(await deleted()).toContain(car.id)
    expect(await keyOf(restore(car.id))).toBe('ok')
    expect(await keyOf(restore('00000000-0000-7000-8000-000000000000'))).toBe('not_found')
  })

  it('of two admins at once both see it restored, and the audit log has one row', async () => {
    const car = await add()
    await remove(car.id)
    expect(await Promise.all([keyOf(restore(car.id)), keyOf(restore(car.id))])).toEqual(['ok', 'ok'])
    expect(await audited(`car-type:${car.id}`)).toEqual(['car-type.add', 'car-type.delete', 'car-type.restore'])
  })
})

const ratesOf = (car: ManagedCarType) => ({
  base_fare: car.base_fare,
  rate_per_unit_distance: car.rate_per_unit_distance,
  rate_per_hour: car.rate_per_hour,
  min_fare: car.min_fare,
  convenience_fees: car.convenience_fees,
  convenience_fee_type: car.convenience_fee_type,
})

describe('rates tried on the trips of the last 30 days [design/catalogue-8]', () => {
  const tryOn = async (car: ManagedCarType, more: object) =>
    (await admin.call(carTypeTableApi.tryRates, { params: { id: car.id }, body: { ...ratesOf(car), ...more } }))
      .comparison

  it('compares the paid trips of this car type, older ones left out, and samples many evenly', async () => {
    const car = await add({
      rate_per_unit_distance: 10,
      rate_per_hour: 0,
      base_fare: 0,
      min_fare: 0,
      convenience_fees: 0,
    })
    expect(await tryOn(car, { base_fare: 5 })).toMatchObject({ trips: 0, sampled: 0, now: { sum: 0 } })
    const [rider, driver] = [await makePerson(db, 'rider'), await makePerson(db, 'driver')]
    // each of 5 km
    const made = await Promise.all([1, 2, 3, 4].map(() => makePaidBooking(db.request, rider, driver)))
    const ids = made.map(({ id }) => id)
    await sql`update bookings set car_type_id = ${car.id} where id = any(${ids}::text[])`.execute(db.request)
    const moveFirst = (days: number) =>
      sql`update bookings set end_time = end_time + ${days} * interval '1 day' where id = ${ids[0]}`.execute(db.request)
    await moveFirst(-31)
    expect(await tryOn(car, { base_fare: 5, convenience_fees: 20 })).toEqual({
      trips: 3,
      sampled: 3,
      currency: 'UYU',
      now: { sum: 150, median: 50, fees: 0 },
      next: { sum: 198, median: 66, fees: 33 },
      dearer: 3,
      cheaper: 0,
    })
    const sample = await samplePaidTrips(db.lists, car.id, { days: 30, most: 2 })
    expect(sample.map(({ total }) => total)).toEqual([3])
    expect((await liveRow(car.id))?.base_fare).toBe(0)
    await moveFirst(31)
  })

  it('refuses rates that could not be saved', async () => {
    const car = await add()
    expect(await keyOf(tryOn(car, { base_fare: -1 }))).toBe('car_type_invalid')
    await remove(car.id)
    expect(await keyOf(tryOn(car, {}))).toBe('not_found')
  })
})
