import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { savedAddressesApi } from '@remis/domain/places/places-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../testing/test-database.ts'
import { drop, keyOf, openCity, pickup, requestOn, type City, type TestActor } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { request } = database.db
let city: City
let admin: TestActor

beforeAll(async () => {
  city = await openCity(database)
  admin = await city.person('admin')
  await city.driver()
})

const known = (rider: { id: string }, by = admin) => by.call(ridersApi.known, { params: { id: rider.id } })
const found = async (search: string) =>
  (await admin.call(ridersApi.list, { query: { search } })).rows.map(({ id }) => id)
const auditOf = (id: string, action: string) =>
  request
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', `user:${id}`)
    .where('action', '=', `person.${action}`)
    .execute()

describe('a rider who calls', () => {
  it('is found by the number as it is dictated [people-20]', async () => {
    const { person } = await admin.call(peopleApi.add, {
      body: { usertype: 'rider', firstName: 'First', lastName: 'Caller', mobile: '+598 98 765 432' },
    })
    for (const search of ['098 765 432', '+598 98 765-432', '98.765.432', '(098) 765', '0059898765432', 'first cal'])
      expect(await found(search), search).toEqual([person.id])
    const query = { search: '098 765 432' }
    for (const { rows } of [
      await admin.call(creditsApi.people, { query }),
      await admin.call(peopleApi.list, { query: { ...query, usertype: 'rider' } }),
    ])
      expect(rows.map(({ id }) => id)).toEqual([person.id])
    expect(await found('098 765 433')).toEqual([])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    // demo mode: a number finds no one [design/access-10]
    expect(await found('098 765 432')).toEqual([])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('is found on a later page of a search, in the order of names [design/data-83]', async () => {
    for (const [index, firstName] of ['Бо', 'al', 'Cy', 'Al', 'Бо'].entries())
      await admin.call(peopleApi.add, {
        body: { usertype: 'rider', firstName, lastName: 'Queuer', mobile: `+5989870000${index}` },
      })
    const names: string[] = []
    for (let cursor: string | undefined, page = 0; page < 3; page++) {
      const query = { search: 'queu', limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { rows, next } = await admin.call(ridersApi.list, { query })
      names.push(...rows.map(({ firstName, mobile }) => `${firstName.toLowerCase()} ${mobile?.slice(-1)}`))
      cursor = next ?? undefined
    }
    expect(names.map((name) => name.slice(0, 2))).toEqual(['al', 'al', 'cy', 'бо', 'бо'])
    expect(new Set(names).size).toBe(5)
  })

  it('is added without a password, and the booking is made for them [people-22] [booking-70]', async () => {
    const body = { usertype: 'rider' as const, firstName: 'New', lastName: 'Caller', mobile: '+59898111222' }
    const { person } = await admin.call(peopleApi.add, { body })
    expect(person).toMatchObject({ createdByAdmin: true, approved: true, email: null })
    // the number is taken now, also written differently
    for (const mobile of ['+59898111222', '+598 98 111 222'])
      expect(await keyOf(admin.call(peopleApi.add, { body: { ...body, mobile } }))).toBe('user_exists')
    expect(await known(person)).toEqual({ places: [], rides: [], open: [] })
    const { quote } = await admin.call(quotesApi.create, {
      body: { pickup, drop, carType: city.economy, rider: person.id },
    })
    const { booking } = await admin.call(bookingsApi.create, {
      body: { ...requestOn(quote), instructionData: { pickUpInstructions: 'Ring twice' } },
    })
    expect(booking).toMatchObject({
      customer: person.id,
      customer_contact: '+59898111222',
      booking_type_admin: true,
      // [booking-71]
      pickUpInstructions: 'Ring twice',
    })
    const { open, rides, places } = await known(person)
    expect(open).toMatchObject([{ id: booking.id, status: 'NEW', bookLater: false }])
    expect(rides).toMatchObject([
      { id: booking.id, carType: 'Economy', pickup: { lat: pickup.lat }, drop: { lat: drop.lat } },
    ])
    expect(places.map(({ description }) => description)).toEqual([booking.pickup.add, booking.drop.add])
  })

  it('of a returned parcel has the original drop, which is asked for again [design/delivery-30]', async () => {
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    const undelivered = { at: 0, reason: 'absent', note: null, image: null, drop: { ...drop, add: 'Street 9' }, fee: 0 }
    await request
      .updateTable('bookings')
      .set({ drop_lat: pickup.lat, drop_lng: pickup.lng, undelivered: JSON.stringify(undelivered) })
      .where('id', '=', id)
      .execute()
    const { rides, places } = await known(rider)
    expect(rides).toMatchObject([{ id, pickup: { lat: pickup.lat }, drop: { lat: drop.lat, add: 'Street 9' } }])
    expect(places.map(({ description }) => description)).toContain('Street 9')
  })

  it('has saved places first, audited when shown, and not in demo mode [people-21]', async () => {
    const rider = await city.person('rider')
    await rider.call(savedAddressesApi.add, {
      body: { description: 'Home street 7', lat: pickup.lat + 0.02, lng: pickup.lng, place: 'home' },
    })
    await city.book(rider)
    const { places } = await known(rider)
    expect(places).toHaveLength(3)
    expect(places[0]).toMatchObject({ place: 'home', lat: pickup.lat + 0.02 })
    expect(await auditOf(rider.id, 'places')).toMatchObject([{ actor_id: admin.id }])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await known(rider)).places).toHaveLength(2)
    expect(await auditOf(rider.id, 'places')).toHaveLength(1)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('is known to admins alone, and only riders are', async () => {
    const rider = await city.person('rider')
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect(await keyOf(known(rider, await city.person(role)))).toBe('forbidden')
    expect(await keyOf(known(await city.person('driver')))).toBe('not_found')
    expect(await keyOf(known({ id: '00000000-0000-7000-8000-000000000000' }))).toBe('not_found')
  })
})
