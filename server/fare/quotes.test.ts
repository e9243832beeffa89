import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { fareOf } from '@remis/domain/fare/fare'
import type { Tariff } from '@remis/domain/fare/tariff'
import { messages } from '@remis/domain/messages/english'
import { beforeAll, describe, expect, it } from 'vitest'
import { drop, keyOf, openCity, pickup, type City, type TestActor } from '../testing/test-city.ts'
import { actorOf } from '../testing/actors.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { databaseFor } from '../testing/test-database.ts'
import { sweepQuotes } from './sweep-quotes.ts'

const database = await databaseFor(import.meta.url)
const maps = standInMaps()
let city: City
let rider: TestActor
let admin: TestActor

beforeAll(async () => {
  city = await openCity(database, { maps })
  rider = await city.person('rider')
  admin = await city.person('admin')
})

const rows = () => database.db.request.selectFrom('quotes').selectAll().orderBy('created_at', 'desc').execute()

describe('car types [design/access-6]', () => {
  it('show their public part to visitors, riders and drivers, the rates to admins [fare-6]', async () => {
    const visitor = await actorOf(city.server.url, undefined).call(accountsApi.visitorToken, { body: {} })
    const driver = await city.driver({ online: false })
    for (const actor of [actorOf(city.server.url, visitor.token), rider, driver]) {
      const list = await actor.call(carTypesApi.list, {})
      expect(list.rows.map(({ name }) => name)).toEqual(['Economy', 'Comfort'])
      expect(Object.keys(list.rows[0]!).sort()).toEqual(
        ['extra_info', 'id', 'image', 'name', 'options', 'parcelTypes', 'seats'].sort(),
      )
    }
    const [economy] = (await admin.call(carTypesApi.list, {})).rows
    expect(economy).toMatchObject({ rate_per_unit_distance: 28, convenience_fees: 15, min_fare: 120 })
    expect(await keyOf(actorOf(city.server.url, undefined).call(carTypesApi.list, {}))).toBe('not_logged_in')
  })
})

describe('quotes [design/moves-6]', () => {
  it('store the price with its tariff, for ten minutes of the database’s clock, and show no rates', async () => {
    const quote = await city.quote(rider)
    const [row] = await rows()
    const tariff = row!.tariff as Tariff
    const fare = fareOf(tariff, { distanceKm: quote.distance, seconds: quote.duration, parcel: 0, option: 0 })
    expect(row).toMatchObject({ id: quote.id, rider_id: rider.id, made_by: rider.id, used_at: null, fare })
    expect(tariff).toMatchObject({ currency: 'UYU', decimal: 0, exponent: 2, unit: 'km' })
    expect(row!.expires_at - row!.created_at).toBe(600_000)
    expect(quote).toMatchObject({ estimate: fare.tripCost / 100, payableAmount: fare.tripCost / 100, currency: 'UYU' })
    expect(Object.keys(quote).join(' ')).not.toMatch(/rate|fee|share|lines/i)
  })

  it('say how much of the route has a toll; the price is the same [design/maps-25]', async () => {
    const without = await city.quote(rider)
    maps.setToll(2.4)
    const quote = await city.quote(rider)
    maps.setToll(0)
    expect([without.tollKm, quote.tollKm]).toEqual([0, 2.4])
    expect(quote.estimate).toBe(without.estimate)
  })

  it('round to settings.decimal [fare-13]', async () => {
    const { estimate } = await city.quote(rider)
    expect(Number.isInteger(estimate)).toBe(true)
  })

  it('answer the documented key where there is no price, and store nothing [booking-26] [fare-17] [design/moves-9]', async () => {
    const before = (await rows()).length
    const create = (body: object) => rider.call(quotesApi.create, { body: body as never })
    const ask = (body: object) => keyOf(create(body))
    const body = { pickup, drop, carType: city.economy }
    expect(await ask({ ...body, bookLater: true, tripdate: 1_700_000_000_000 })).toBe('past_booking_error')
    expect(await ask({ ...body, carType: '00000000-0000-7000-8000-000000000000' })).toBe('select_proper')
    expect(await ask({ ...body, drop: { lat: 40, lng: -3, add: 'elsewhere' } })).toBe('out_of_region')
    expect(await ask({ ...body, drop: pickup })).toBe('no_route_found')
    expect(await ask({ ...body, instructionData: { parcelTypeIndex: 3 } })).toBe('invalid_input')
    for (const [code, status, key] of [
      ['NO_ROUTE', 422, 'no_route_found'],
      ['OUT_OF_REGION', 422, 'out_of_region'],
      ['NO_SEGMENT', 422, 'place_to_coords_error'],
      ['UPSTREAM', 503, 'place_to_coords_error'],
    ] as const) {
      maps.fail(code)
      expect(await create(body).catch((error: unknown) => error)).toMatchObject({ status, key })
      maps.fail(undefined)
    }
    expect(messages.no_route_found).toBe('No Route Found')
    expect((await rows()).length).toBe(before)
  })

  it('refuse hostile input with 400 and write nothing', async () => {
    const before = (await rows()).length
    const bodies: unknown[] = [
      {},
      null,
      [],
      'x',
      { pickup, drop },
      { pickup, drop, carType: 'x' },
      { pickup, drop, carType: city.economy, estimate: 1 },
      { pickup: { ...pickup, lat: 91 }, drop, carType: city.economy },
      { pickup: { ...pickup, lat: '1' }, drop, carType: city.economy },
      { pickup: { ...pickup, add: 'a\0b' }, drop, carType: city.economy },
      { pickup: { ...pickup, add: '\ud800' }, drop, carType: city.economy },
      { pickup: { ...pickup, add: 'x'.repeat(301) }, drop, carType: city.economy },
    ]
    for (const body of bodies) {
      const answer = await fetch(`${city.server.url}/api/quotes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rider.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([answer.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)])
    }
    expect((await rows()).length).toBe(before)
  })

  it('are kept a day past their expiry unless they were booked', async () => {
    const [old, older, fresh] = [await city.quote(rider), await city.quote(rider), await city.quote(rider)]
    const set = (id: string, hours: number) =>
      database.db.request
        .updateTable('quotes')
        .set({ expires_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', id)
        .execute()
    await set(old.id, 25)
    await set(older.id, 26)
    await set(fresh.id, 23)
    await sweepQuotes(city.server.app, 1)
    const left = (await rows()).map(({ id }) => id)
    expect([old, older, fresh].map(({ id }) => left.includes(id))).toEqual([false, false, true])
  })

  it('a rider keeps the newest 20 unused ones, those of the office apart [design/moves-6]', async () => {
    const own = await city.person('rider')
    const quote = async (who: TestActor) =>
      (
        await who.call(quotesApi.create, {
          body: {
            pickup,
            drop,
            carType: city.economy,
            ...(who === own ? {} : { rider: own.id }),
          },
        })
      ).quote.id
    const used = await quote(own)
    await database.db.request.updateTable('quotes').set({ used_at: new Date() }).where('id', '=', used).execute()
    const ofOffice = await quote(admin)
    const made: string[] = []
    for (let n = 0; n < 21; n++) made.push(await quote(own))
    const left = (await rows()).filter(({ rider_id }) => rider_id === own.id).map(({ id }) => id)
    expect(left.toSorted()).toEqual([used, ofOffice, ...made.slice(1)].toSorted())
  })

  it('can be made by an admin for a rider, by no other role', async () => {
    const body = { pickup, drop, carType: city.economy }
    expect(await keyOf(admin.call(quotesApi.create, { body }))).toBe('select_proper')
    expect(await keyOf(admin.call(quotesApi.create, { body: { ...body, rider: admin.id } }))).toBe('select_proper')
    const { quote } = await admin.call(quotesApi.create, { body: { ...body, rider: rider.id } })
    expect(await rows()).toContainEqual(
      expect.objectContaining({ id: quote.id, rider_id: rider.id, made_by: admin.id }),
    )
  })
})

describe('preview [design/api-31]', () => {
  it('prices each car type and says how soon one could come', async () => {
    const before = (await rows()).length
    await city.driver()
    const far = { lat: pickup.lat + 0.05, lng: pickup.lng }
    await city.driver({ carType: city.comfort, at: far })
    const preview = await rider.call(quotesApi.preview, { body: { pickup: spot(pickup), drop: spot(drop) } })
    const quote = await city.quote(rider)
    const economy = preview.rows.find(({ carType }) => carType === city.economy)
    const comfort = preview.rows.find(({ carType }) => carType === city.comfort)
    expect(economy).toMatchObject({ estimate: quote.estimate, pickupMinutes: { from: 1, to: 3 } })
    expect(comfort?.pickupMinutes).toEqual({ from: 12, to: 20 })
    expect(comfort!.estimate).toBeGreaterThan(economy!.estimate)
    expect((await rows()).length).toBe(before + 1)
  })

  it('has a null band where no driver is near', async () => {
    const preview = await rider.call(quotesApi.preview, { body: { pickup: outskirts, drop: spot(drop) } })
    expect(preview.rows.map(({ pickupMinutes }) => pickupMinutes)).toEqual([null, null])
  })

  it('is without bands for a later departure, and refuses one that cannot be booked', async () => {
    await city.driver()
    const ask = (hours: number) => {
      const tripdate = Date.now() + hours * 3_600_000
      return rider.call(quotesApi.preview, { body: { pickup: spot(pickup), drop: spot(drop), tripdate } })
    }
    expect((await ask(1)).rows.map(({ pickupMinutes }) => pickupMinutes)).toEqual([undefined, undefined])
    expect(await keyOf(ask(-1))).toBe('past_booking_error')
    expect(await keyOf(ask(24 * 400))).toBe('too_far_ahead')
  })
})

describe('whether a driver is near, on Book [booking-27]', () => {
  it('is in the answer to Book Now, for the car type, and not for Book Later', async () => {
    await city.driver()
    const ask = async (more: object) =>
      (await rider.call(quotesApi.create, { body: { pickup, drop, carType: city.economy, ...more } })).freeDriver
    expect(await ask({})).toBe(true)
    expect(await ask({ pickup: { ...outskirts, add: 'Route 1' } })).toBe(false)
    expect(await ask({ bookLater: true, tripdate: Date.now() + 3_600_000 })).toBeNull()
  })

  it('never denies a driver within the radius', async () => {
    const { app } = city.server
    await app.settings.change({ driverRadius: 2 }, null)
    const spots = Array.from({ length: 30 }, (_, n) => ({ lat: -34.9 + n * 0.004, lng: -56.3 + (n % 7) * 0.004 }))
    for (const at of spots) {
      const person = await city.driver({ at })
      const east = { lat: at.lat, lng: at.lng + 1.99 / (111.195 * Math.cos((at.lat * Math.PI) / 180)) }
      const body = { pickup: { ...east, add: 'Corner' }, drop, carType: city.economy }
      expect((await rider.call(quotesApi.create, { body })).freeDriver).toBe(true)
      app.drivers.remove(person.id)
    }
    await app.settings.change({ driverRadius: 10 }, null)
  })
})

/** 19 km from the pickup */
const outskirts = { lat: -34.9, lng: -56.4 }
const spot = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })
