import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi, type QuoteView } from '@remis/domain/fare/quotes-api'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addCarType } from '../fare/add-car-type.ts'
import { untilWaiting } from '../races/in-order.ts'
import { drives, drop, cityFor, keyOf, pickup, requestOn, tariff, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const rider = await city.person('rider')

const create = (actor: TestActor, body: object) => actor.call(bookingsApi.create, { body: body as never })

/** A digest of every table a booking can touch; a refusal must leave it unchanged. */
const digest = async (): Promise<string> => {
  const tables = [
    'bookings',
    'booking_events',
    'offers',
    'ledger_entries',
    'notices',
    'outbox',
    'saved_addresses',
  ] as const
  const counts = await Promise.all(
    tables.map((table) =>
      db.request
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst(),
    ),
  )
  const versions = await db.request
    .selectFrom('bookings')
    .select((eb) => eb.fn.sum<number>('version').as('v'))
    .executeTakeFirst()
  return JSON.stringify([counts, versions])
}

const refused = async (answer: () => Promise<unknown>): Promise<AppError> => {
  const before = await digest()
  const error = await answer().then(
    () => new Error('it was not refused'),
    (e: unknown) => e,
  )
  if (!(error instanceof AppError)) throw error
  expect(await digest()).toBe(before)
  return error
}

describe('Book Now is refused with its key and nothing is written', () => {
  it('to a driver and a fleet admin, with the key of the page [booking-22]', async () => {
    const quote = await city.quote(rider)
    for (const role of ['driver', 'fleetadmin'] as const) {
      const other = await city.person(role)
      const refusal = await refused(() => create(other, requestOn(quote)))
      expect(refusal).toMatchObject({ status: 403, key: 'user_issue_contact_admin' })
    }
  })

  it('without a free driver near the pickup; offline, busy, far, stale and other-car-type drivers do not count [design/moves-15]', async () => {
    const quote = await city.quote(rider)
    const ask = () => refused(() => create(rider, requestOn(quote)))
    expect(await ask()).toMatchObject({ status: 422, key: 'no_driver_found_alert_messege' })
    const [busy, passenger] = [await city.driver(), await city.person('rider')]
    await drives(busy, (await city.book(passenger)).id).accept()
    expect(await ask()).toMatchObject({ key: 'no_driver_found_alert_messege' })
    await city.driver({ online: false })
    await city.driver({ carType: city.comfort })
    await city.driver({ at: { lat: pickup.lat + 0.095, lng: pickup.lng } }) // 10.6 km
    const stale = await city.driver()
    city.server.app.drivers.remove(stale.id)
    city.server.app.drivers.put({ id: stale.id, lat: pickup.lat, lng: pickup.lng, at: Date.now() - 61_000 })
    expect(await ask()).toMatchObject({ key: 'no_driver_found_alert_messege' })
    const near = await city.driver()
    expect((await create(rider, requestOn(quote))).booking.status).toBe('NEW')
    city.server.app.drivers.remove(near.id)
  })

  it('with a quote that is forged, another person’s or used', async () => {
    await city.driver()
    const other = await city.person('rider')
    const quote = await city.quote(rider)
    const forged = { ...requestOn(quote), quote: randomUUID() }
    expect(await refused(() => create(rider, forged))).toMatchObject({ status: 404, key: 'quote_not_found' })
    expect(await refused(() => create(other, requestOn(quote)))).toMatchObject({ status: 404, key: 'quote_not_found' })
    const admin = await city.person('admin')
    expect(await refused(() => create(admin, requestOn(quote)))).toMatchObject({ key: 'quote_not_found' })
    await create(rider, requestOn(quote))
    expect(await refused(() => create(rider, requestOn(quote)))).toMatchObject({ status: 409, key: 'quote_used' })
  })

  it('with an expired quote or one of another trip: 409 with a fresh quote that can be booked [design/moves-7]', async () => {
    const person = await city.person('rider')
    const quote = await city.quote(person)
    await db.request
      .updateTable('quotes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', quote.id)
      .execute()
    const error = await refused(() => create(person, requestOn(quote)))
    expect(error).toMatchObject({ status: 409, key: 'quote_expired' })
    const fresh = error.extra?.['quote'] as QuoteView
    expect(fresh).toMatchObject({ carTypeId: quote.carTypeId, estimate: quote.estimate, pickup: quote.pickup })

    const moved = { ...requestOn(fresh), drop: { coords: { lat: -34.88, lng: -56.1 }, description: 'further' } }
    const other = (await refused(() => create(person, moved))).extra?.['quote'] as QuoteView
    expect(other.drop).toEqual({ lat: -34.88, lng: -56.1, add: 'Estadio Centenario, Montevideo (“further”)' })
    expect(other.estimate).toBeGreaterThan(fresh.estimate)
    const comfort = { ...requestOn(fresh), carDetails: { id: city.comfort } }
    expect(await refused(() => create(person, comfort))).toMatchObject({ key: 'quote_expired' })

    expect((await create(person, requestOn(other))).booking).toMatchObject({ estimate: other.estimate })
  })

  it('with a quote of another pickup, parcel type or option; a point a metre away is the same [design/moves-7]', async () => {
    const person = await city.person('rider')
    const extras = ['First', 'Second'].map((description) => ({ description, amount: 10 }))
    const van = await db.transact((tx) =>
      addCarType(tx, { ...tariff, name: 'Van', image: 'van', cancelSlab: [], parcelTypes: extras, options: extras }),
    )
    const choice = { parcelTypeIndex: 0, optionIndex: 0 }
    const ask = { pickup, drop, carType: van, instructionData: choice }
    const { quote } = await person.call(quotesApi.create, { body: ask })
    const good = { ...requestOn(quote), instructionData: choice }
    const movedBy = (degrees: number) => ({
      ...good,
      pickup: { ...good.pickup, coords: { lat: pickup.lat + degrees, lng: pickup.lng } },
    })
    for (const [body, priced] of [
      [movedBy(0.00002), { pickup: { lat: pickup.lat + 0.00002 } }],
      [{ ...good, instructionData: { ...choice, parcelTypeIndex: 1 } }, { parcelTypeSelected: extras[1] }],
      [{ ...good, instructionData: { ...choice, optionIndex: 1 } }, { optionSelected: extras[1] }],
      [{ ...good, instructionData: { optionIndex: 0 } }, { parcelTypeSelected: null }],
      [{ ...good, instructionData: { parcelTypeIndex: 0 } }, { optionSelected: null }],
    ] as const)
      expect(await refused(() => create(person, body))).toMatchObject({
        key: 'quote_expired',
        extra: { quote: priced },
      })
    await city.driver({ carType: van })
    expect((await create(person, movedBy(0.000009))).booking).toMatchObject({ parcelTypeSelected: extras[0] })
  })

  it('with a quote that expires while the booking waits for its lock', async () => {
    const person = await city.person('rider')
    const quote = await city.quote(person)
    const booking = await db.jobs.transaction().execute(async (tx) => {
      await tx.selectFrom('quotes').select('id').where('id', '=', quote.id).forUpdate().executeTakeFirstOrThrow()
      const answer = keyOf(create(person, requestOn(quote)))
      await untilWaiting(city)
      // After the start of the call that waits: its transaction's own time would let the quote pass.
      await sql`update quotes set expires_at = clock_timestamp() where id = ${quote.id}`.execute(tx)
      return { answer }
    })
    expect(await booking.answer).toBe('quote_expired')
  })

  it('beyond the limit of open bookings per rider, also when requested concurrently [design/moves-10]', async () => {
    const person = await city.person('rider')
    const quotes = await Promise.all(Array.from({ length: 6 }, () => city.quote(person)))
    const keys = await Promise.all(quotes.map((quote) => keyOf(create(person, requestOn(quote)))))
    expect(keys.toSorted()).toEqual([...Array(3).fill('active_booking_limit'), 'ok', 'ok', 'ok'])
  })

  it('ignores amounts and settings sent by the client [booking-6]', async () => {
    const person = await city.person('rider')
    const quote = await city.quote(person)
    const body = {
      ...requestOn(quote),
      estimate: { estimateFare: 1 },
      settings: { otp_secure: false, decimal: 4 },
      userDetails: { uid: randomUUID(), walletBalance: 1e9 },
      carDetails: { id: city.economy, base_fare: 0, rate_per_unit_distance: 0 },
      paymentPacket: { payment_mode: 'cash', customer_paid: 1, discount: 999, usedWalletMoney: 5, payableAmount: 0 },
      booking_type_admin: true,
    }
    const { booking } = await create(person, body)
    expect(booking).toMatchObject({
      customer: person.id,
      estimate: quote.estimate,
      payableAmount: quote.estimate,
      discount_amount: 0,
      booking_type_admin: false,
    })
  })

  it('an admin books for the rider of the quote', async () => {
    const [admin, person] = [await city.person('admin'), await city.person('rider')]
    const ask = { pickup, drop, carType: city.economy, rider: person.id }
    const { quote } = await admin.call(quotesApi.create, { body: ask })
    const { booking } = await create(admin, requestOn(quote))
    expect(booking).toMatchObject({ customer: person.id, booking_type_admin: true, status: 'NEW' })
    expect(Object.keys(booking.requestedDrivers ?? {}).length).toBeGreaterThan(0)
  })
})

describe('hostile requests', () => {
  const send = (actor: TestActor, path: string, body: string, key: string | null = randomUUID()) =>
    fetch(city.server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${actor.token}`,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body,
    })

  it('answers 4xx, never 5xx, and writes nothing', async () => {
    const quote = await city.quote(rider)
    const good = requestOn(quote)
    const before = await digest()
    const bodies: unknown[] = [
      {},
      null,
      [good],
      'book',
      { ...good, status: 'PAID' },
      { ...good, quote: 'x' },
      { ...good, quote: { $ne: null } },
      { ...good, bookLater: 'yes' },
      { ...good, tripdate: -1 },
      { ...good, tripdate: 1e300 },
      { ...good, pickup: { coords: { lat: 91, lng: 0 } } },
      { ...good, pickup: { coords: { lat: null, lng: 0 } } },
      { ...good, pickup: { ...good.pickup, description: 'a\0b' } },
      { ...good, drop: { coords: good.drop.coords, description: '\udc00' } },
      { ...good, carDetails: { id: "x'; drop table bookings; --" } },
      { ...good, carDetails: {} },
      { ...good, paymentPacket: { payment_mode: 'gold' } },
      { ...good, instructionData: { parcelTypeIndex: 1.5 } },
      { ...good, instructionData: { pickUpInstructions: 'x'.repeat(501) } },
      { ...good, instructionData: { unknown: 1 } },
    ]
    for (const body of bodies) {
      const answer = await send(rider, '/api/bookings', JSON.stringify(body))
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
    }
    const proto = `{"__proto__":{"bookLater":true},${JSON.stringify(good).slice(1)}`
    for (const [body, status] of [
      ['{"quote":', 400],
      [`${'['.repeat(50_000)}`, 400],
      [JSON.stringify({ ...good, userDetails: 'x'.repeat(300_000) }), 413],
      [proto, 400],
    ] as const)
      expect((await send(rider, '/api/bookings', body)).status).toBe(status)
    const noKey = await send(rider, '/api/bookings', JSON.stringify(good), null)
    expect(await noKey.json()).toMatchObject({ error: { key: 'idempotency_key_missing' } })
    for (const path of [
      '/api/bookings/x/cancel',
      '/api/bookings/0000000000%00/cancel',
      '/api/bookings/../users/cancel',
    ])
      expect((await send(rider, path, '{}')).status).toBeGreaterThanOrEqual(400)
    expect(await digest()).toBe(before)
  })

  it('another person’s booking answers 404 to every move and read [invariants-A1]', async () => {
    const [owner, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(owner)
    await drives(driver, id).accept()
    const absent = '0'.repeat(10)
    const strangers = [await city.person('rider'), await city.driver(), await city.person('fleetadmin')]
    const before = await digest()
    for (const stranger of strangers)
      for (const target of [id, absent]) {
        const { status, key } = (await stranger
          .call(bookingsApi.get, { params: { id: target } })
          .catch((e: unknown) => e)) as AppError
        expect([status, key]).toEqual([404, 'not_found'])
      }
    const [stranger, other] = [strangers[0]!, strangers[1]!]
    const reason = city.reason
    const asRider: [string, object][] = [
      ['cancel', { reason }],
      ['rating', { rating: 5 }],
      ['search', {}],
      ['trip-code', {}],
    ]
    const asDriver: [string, object][] = [
      ['arrive', {}],
      ['start', { otp: '12345' }],
      ['reach', {}],
      ['pay', { payment_mode: 'cash' }],
      ['not-paid', {}],
      ['cancel', { reason }],
      ['decline', {}],
    ]
    for (const [actor, moves] of [
      [stranger, asRider],
      [other, asDriver],
    ] as const)
      for (const [move, body] of moves)
        for (const target of [id, absent]) {
          const answer = await send(actor, `/api/bookings/${target}/${move}`, JSON.stringify(body))
          expect([move, target, answer.status, await answer.json()]).toMatchObject([
            move,
            target,
            404,
            { error: { key: 'not_found' } },
          ])
        }
    expect(await digest()).toBe(before)
    const roles = await send(stranger, `/api/bookings/${id}/accept`, '{}')
    expect(roles.status).toBe(403)
  })

  it('a move at the wrong status answers 409 and changes nothing', async () => {
    const [owner, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(owner)
    const drive = drives(driver, id)
    await drive.accept()
    for (const move of [drive.accept, () => drive.start('12345'), drive.reach, drive.receiveCash, drive.notPaid])
      expect(await refused(move)).toMatchObject({ status: 409, key: 'booking_moved_on' })
    const rate = () => owner.call(bookingsApi.rate, { params: { id }, body: { rating: 5 } })
    expect(await refused(rate)).toMatchObject({ key: 'booking_moved_on' })
    const search = () => owner.call(bookingsApi.searchAgain, { params: { id }, body: {} })
    expect(await refused(search)).toMatchObject({ key: 'booking_moved_on' })
  })

  it('a cancel needs a reason that exists [design/moves-34]', async () => {
    const owner = await city.person('rider')
    await city.driver()
    const { id } = await city.book(owner)
    const cancel = (body: { reason?: string }) => () => owner.call(bookingsApi.cancel, { params: { id }, body })
    expect(await refused(cancel({}))).toMatchObject({ status: 422, key: 'cancel_reason_missing' })
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect(await refused(cancel({ reason: unknown }))).toMatchObject({ key: 'cancel_reason_missing' })
    const { booking } = await cancel({ reason: city.reason })()
    expect(booking).toMatchObject({ status: 'CANCELLED', reason: 'Changed my mind', cancelledBy: 'rider' })
  })

  it('a decline is final and no other party gets an event [design/moves-41]', async () => {
    const [owner, driver, other] = [await city.person('rider'), await city.driver(), await city.driver()]
    const { id } = await city.book(owner)
    expect(await keyOf(drives(driver, id).decline())).toBe('ok')
    expect(await keyOf(drives(driver, id).decline())).toBe('ok')
    expect(await keyOf(drives(driver, id).accept())).toBe('offer_expired')
    expect((await owner.call(bookingsApi.get, { params: { id } })).booking).toMatchObject({ status: 'NEW', version: 0 })
    const outcomes = async () => {
      const rows = await db.request.selectFrom('offers').selectAll().where('booking_id', '=', id).execute()
      return rows.map(({ driver_id, outcome }) => [driver_id, outcome])
    }
    expect(await outcomes()).toContainEqual([driver.id, 'declined'])
    // an offer that is over
    await drives(other, id).accept()
    await drives(driver, id).decline()
    expect(await outcomes()).toContainEqual([driver.id, 'declined'])
    expect(await keyOf(drives(await city.driver(), id).decline())).toBe('not_found')
  })
})
