import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFor } from '../testing/test-database.ts'
import { drives, drop, keyOf, openCity, pickup, requestOn, type City, type TestActor } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
let city: City
let delivery: City
let [admin, rider]: TestActor[] = []

beforeAll(async () => {
  city = await openCity(database)
  admin = await city.person('admin')
})
beforeEach(async () => {
  rider = await city.person('rider')
  await city.driver()
})

const ask = (body: object, by = admin!) =>
  by.call(quotesApi.create, { body: { pickup, drop, carType: city.economy, ...body } })
const book = async (more: object = {}) => {
  const { quote } = await ask({ rider: rider!.id })
  return admin!.call(bookingsApi.create, { body: { ...requestOn(quote), ...more } })
}

describe('an admin books for a rider [booking-45]', () => {
  it('books with a quote made for the chosen rider: NEW, made by an admin, the rider’s [booking-47]', async () => {
    const found = await admin!.call(ridersApi.list, { query: { search: rider!.name } })
    expect(found.rows.map(({ id }) => id)).toEqual([rider!.id])
    const link = await rider!.connect()
    const { booking } = await book({ userDetails: { uid: rider!.id } })
    expect(booking).toMatchObject({
      status: 'NEW',
      booking_type_admin: true,
      customer: rider!.id,
      customer_name: rider!.name,
      payment_mode: 'cash',
      search: { state: 'searching' },
    })
    await link.until(() => link.events.some(({ kind, subject }) => kind === 'booking' && subject === booking.id))
    const { rows } = await rider!.call(bookingsApi.list, { query: {} })
    expect(rows).toMatchObject([{ id: booking.id, booking_type_admin: true }])
    const driver = await city.driver({ online: false })
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('not_found')
    const event = await database.db.request
      .selectFrom('booking_events')
      .select(['actor_kind', 'actor_id'])
      .where('booking_id', '=', booking.id)
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_kind: 'admin', actor_id: admin!.id })
  })

  it('answers select_proper without a rider, for an id of no rider, and for another rider than the quote’s [design/moves-8]', async () => {
    expect(await keyOf(ask({}))).toBe('select_proper')
    expect(await keyOf(ask({ rider: admin!.id }))).toBe('select_proper')
    expect(await keyOf(ask({ rider: '00000000-0000-7000-8000-000000000000' }))).toBe('select_proper')
    const other = await city.person('rider')
    expect(await keyOf(book({ userDetails: { uid: other.id } }))).toBe('select_proper')
    // a rider's request cannot name another rider
    const { quote } = await ask({ rider: other.id }, rider)
    const mine = await rider!.call(bookingsApi.create, { body: requestOn(quote) })
    // [booking-47]
    expect(mine.booking).toMatchObject({ customer: rider!.id, booking_type_admin: false })
  })

  it('answers select_proper where the person of the quote is no longer a rider, also for a new price [design/moves-120]', async () => {
    const person = await city.person('rider')
    const [valid, expired] = [(await ask({ rider: person.id })).quote, (await ask({ rider: person.id })).quote]
    await sql`update quotes set expires_at = clock_timestamp() where id = ${expired.id}`.execute(database.db.request)
    await admin!.call(peopleApi.changeRole, { params: { id: person.id }, body: { usertype: 'driver' } })
    for (const quote of [valid, expired])
      expect(await keyOf(admin!.call(bookingsApi.create, { body: requestOn(quote) }))).toBe('select_proper')
  })

  it('pays by cash or card, never from the rider’s wallet [design/moves-12]', async () => {
    expect(await keyOf(book({ paymentPacket: { payment_mode: 'wallet' } }))).toBe('payment_mode_unavailable')
    expect((await book({ paymentPacket: { payment_mode: 'card' } })).booking).toMatchObject({
      status: 'NEW',
      payment_mode: 'card',
      prepaid: false,
    })
  })

  it('answers quote_not_found to another admin’s quote', async () => {
    const { quote } = await ask({ rider: rider!.id })
    const other = await city.person('admin')
    expect(await keyOf(other.call(bookingsApi.create, { body: requestOn(quote) }))).toBe('quote_not_found')
  })

  it('books for later', async () => {
    const tripdate = Date.now() + 3_600_000
    const { quote } = await ask({ rider: rider!.id, bookLater: true, tripdate })
    const { booking } = await admin!.call(bookingsApi.create, {
      body: { ...requestOn(quote), bookLater: true, tripdate },
    })
    expect(booking).toMatchObject({ bookLater: true, tripdate, booking_type_admin: true, search: { state: 'waiting' } })
  })

  it('is refused to drivers and fleet admins', async () => {
    for (const role of ['driver', 'fleetadmin'] as const)
      expect(await keyOf(ask({ rider: rider!.id }, await city.person(role)))).toBe('forbidden')
  })
})

describe('in the delivery variant', () => {
  beforeAll(async () => {
    delivery = await openCity(await databaseFor(import.meta.url), { env: { APP_CATEGORY: 'delivery' } })
  })

  it('a rider’s booking needs the phone of the delivery person [booking-28]', async () => {
    const customer = await delivery.person('rider')
    await delivery.driver()
    const send = async (deliveryPersonPhone: string) => {
      const body = { ...requestOn(await delivery.quote(customer)), instructionData: { deliveryPersonPhone } }
      const paymentPacket = { payment_mode: 'card' as const }
      return keyOf(customer.call(bookingsApi.create, { body: { ...body, paymentPacket } }))
    }
    expect(await send('123456')).toBe('deliveryDetailMissing')
    expect(await send('099 123 456')).toBe('ok')
  })

  it('an admin’s booking is NEW [booking-10] and needs the name of the delivery person [booking-46]', async () => {
    const [office, customer] = [await delivery.person('admin'), await delivery.person('rider')]
    await delivery.driver()
    const price = async () =>
      (
        await office.call(quotesApi.create, {
          body: { pickup, drop, carType: delivery.economy, rider: customer.id },
        })
      ).quote
    const instructionData = { deliveryPerson: 'Receiver', deliveryPersonPhone: '099 123 456' }
    const send = async (data: object) =>
      office.call(bookingsApi.create, { body: { ...requestOn(await price()), instructionData: data } })
    expect(await keyOf(send({ ...instructionData, deliveryPerson: ' ' }))).toBe('deliveryDetailMissing')
    expect((await send(instructionData)).booking).toMatchObject({ status: 'NEW', booking_type_admin: true })
    const { booking } = await send({ ...instructionData, deliveryPersonPhone: '٠٩٩ ١٢٣ ٤٥٦' })
    expect(booking.deliveryPersonPhone).toBe('099 123 456')
  })

  it('a rider’s own delivery uses no promo [promos-8] [delivery-10]', async () => {
    const [office, customer] = [await delivery.person('admin'), await delivery.person('rider')]
    await office.call(promosApi.create, {
      body: {
        promo_name: 'PARCEL',
        promo_discount_type: 'flat',
        promo_discount_value: 20,
        max_promo_discount_value: 20,
        min_order: 0,
        promo_validity: '2099-12-31',
        promo_usage_limit: 5,
      },
    })
    const body = { pickup, drop, carType: delivery.economy, promo: 'PARCEL' }
    expect(await keyOf(customer.call(quotesApi.create, { body }))).toBe('promo_unavailable')
    const { quote } = await office.call(quotesApi.create, { body: { ...body, rider: customer.id } })
    expect(quote.discount).toBe(20)
  })
})
