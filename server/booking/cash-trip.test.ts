import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { savedAddressesApi } from '@remis/domain/places/places-api'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findBroken } from '../verify/verify.ts'
import { drives, drop, cityFor, keyOf, requestOn, tripCodeOf, type TestActor } from '../testing/test-city.ts'

const { city, database } = await cityFor(import.meta.url)

const { db } = database

const balanceOf = async (id: string) =>
  (await db.request.selectFrom('wallets').select('balance').where('user_id', '=', id).executeTakeFirst())?.balance ?? 0

const eventsOf = (id: string) =>
  db.request.selectFrom('booking_events').selectAll().where('booking_id', '=', id).orderBy('version').execute()

/** A whole trip up to REACHED. */
const ride = async (rider: TestActor, driver: TestActor) => {
  const booking = await city.book(rider)
  const drive = drives(driver, booking.id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, booking.id))
  return { id: booking.id, drive, reached: (await drive.reach()).booking }
}

describe('the whole cash trip', () => {
  it('runs from Book to COMPLETE, and the ledger balances [dispatch-4] [design/moves-4]', async () => {
    const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
    const booked = await city.book(rider)
    expect(booked).toMatchObject({ status: 'NEW', version: 0, driver: null, search: { state: 'searching' } })
    expect(booked.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    const drive = drives(driver, booked.id)

    const accepted = (await drive.accept()).booking
    expect(accepted).toMatchObject({ status: 'ACCEPTED', version: 1, driver: driver.id, driver_name: driver.name })
    expect(await queueOf(driver)).toBe(true)
    const seen = (await rider.call(bookingsApi.get, { params: { id: booked.id } })).booking
    expect(seen.otp).toMatch(/^[1-9]\d{4}$/)
    expect(seen).not.toHaveProperty('driver_share')
    expect(accepted).not.toHaveProperty('otp')

    expect((await drive.arrive()).booking).toMatchObject({ status: 'ARRIVED', version: 2 })
    expect((await drive.start(seen.otp ?? '')).booking).toMatchObject({ status: 'STARTED', version: 3 })
    const reached = (await drive.reach()).booking
    expect(reached).toMatchObject({ status: 'REACHED', version: 4, distance: 0 })
    expect(reached.trip_start_time).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(reached.fare?.charged).toBe('minimum')
    const paid = (await drive.receiveCash()).booking
    expect(paid).toMatchObject({ status: 'PAID', payableAmount: 0, cashPaymentAmount: paid.trip_cost })
    expect(await queueOf(driver)).toBe(false)

    // S is credited, the cash is debited: the driver owes F [design/money-15], [wallet-3].
    const fee = (paid.convenience_fees ?? 0) * 100
    expect(await balanceOf(driver.id)).toBe(-fee)
    const entries = await db.request
      .selectFrom('ledger_entries')
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
      .select(['account', 'holder', 'amount', 'kind'])
      .where('booking_id', '=', booked.id)
      .orderBy('ledger_entries.id')
      .execute()
    expect(entries.map(({ account, amount }) => [account, amount])).toEqual([
      ['wallet', -(paid.trip_cost ?? 0) * 100],
      ['wallet', (paid.driver_share ?? 0) * 100],
      ['revenue', fee],
    ])

    const rated = await rider.call(bookingsApi.rate, {
      params: { id: booked.id },
      body: { rating: 4, tags: ['clean'] },
    })
    expect(rated.booking).toMatchObject({ status: 'COMPLETE', rating: 4 })
    const events = await eventsOf(booked.id)
    expect(events.map(({ version, move, to_status }) => [version, move, to_status])).toEqual([
      [0, 'create', 'NEW'],
      [1, 'accept', 'ACCEPTED'],
      [2, 'arrive', 'ARRIVED'],
      [3, 'start', 'STARTED'],
      [4, 'reach', 'REACHED'],
      [5, 'pay', 'PAID'],
      [6, 'rate', 'COMPLETE'],
    ])
    const all = (await admin.call(bookingsApi.get, { params: { id: booked.id } })).booking
    expect(all.otp).toBe('•••••')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('writes one outbox row of kind booking per event and notifies both sides [design/moves-4]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id, drive } = await ride(rider, driver)
    await drive.receiveCash()
    const outbox = await db.request.selectFrom('outbox').selectAll().where('subject', '=', id).execute()
    const versions = outbox.filter(({ kind }) => kind === 'booking').map(({ version }) => version)
    expect(versions.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([0, 1, 2, 3, 4, 5])
    const notices = await db.request.selectFrom('notices').selectAll().where('booking_id', '=', id).execute()
    const messagesTo = (user: TestActor) => notices.filter((n) => n.user_id === user.id).map((n) => n.message)
    expect(messagesTo(rider)).toEqual([
      'notice_accepted',
      'notice_arrived',
      'notice_started',
      'notice_reached',
      'notice_paid_rider',
    ])
    expect(messagesTo(driver)).toEqual(['notice_new_booking', 'notice_paid_driver'])
  })

  it('saves the drop once and counts it when it is within 0.1 km again [places-13] [design/moves-25]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await (await ride(rider, driver)).drive.receiveCash()
    const near = { ...drop, lat: drop.lat + 0.0008, add: 'The next corner' }
    const quote = await city.quote(rider, { drop: near })
    const second = await city.book(rider, quote)
    const drive = drives(driver, second.id)
    await drive.accept()
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, second.id))
    await drive.reach()
    const { rows } = await rider.call(savedAddressesApi.list, {})
    expect(rows.map(({ description, count }) => [description, count])).toEqual([[`${drop.add}, Montevideo`, 2]])
    expect((await (await city.person('rider')).call(savedAddressesApi.list, {})).rows).toEqual([])
  })

  it('averages the driver’s ratings to one decimal and counts each trip once [booking-18]', async () => {
    const driver = await city.driver()
    for (const rating of [5, 4, 4]) {
      const rider = await city.person('rider')
      const { id, drive } = await ride(rider, driver)
      await drive.receiveCash()
      await rider.call(bookingsApi.rate, { params: { id }, body: { rating } })
      expect(await keyOf(rider.call(bookingsApi.rate, { params: { id }, body: { rating: 1 } }))).toBe('already_rated')
    }
    const row = await db.request.selectFrom('users').selectAll().where('id', '=', driver.id).executeTakeFirstOrThrow()
    expect([row.rating_average, row.rating_sum, row.rating_count]).toEqual([4.3, 13, 3])
  })

  it('leaves unpaid cash payable and the driver free; an admin may receive it later [dispatch-4]', async () => {
    const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
    const { id, drive } = await ride(rider, driver)
    expect((await drive.notPaid()).booking).toMatchObject({ status: 'PENDING' })
    expect(await queueOf(driver)).toBe(false)
    const pay = (more: object) =>
      admin.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash', ...more } })
    expect(await keyOf(pay({}))).toBe('invalid_input')
    const paid = (await pay({ cash_taken_by: 'office' })).booking
    expect(paid).toMatchObject({ status: 'PAID', payableAmount: 0, cash_taken_by: 'office' })
    // The office has the cash, so that the driver owes nothing and gets the share.
    expect(await balanceOf(driver.id)).toBe((paid.driver_share ?? 0) * 100)
    const audit = await db.request
      .selectFrom('audit_log')
      .select('data')
      .where('subject', '=', `booking:${id}`)
      .execute()
    expect(audit).toMatchObject([{ data: { takenBy: 'office', amount: (paid.trip_cost ?? 0) * 100 } }])
    expect(await keyOf(drive.receiveCash())).toBe('booking_moved_on')
  })

  it('keeps the price of a live quote when the tariff changes [design/moves-6]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const quote = await city.quote(rider)
    await db.request
      .updateTable('car_types')
      .set((eb) => ({ rate_per_unit_distance: eb('rate_per_unit_distance', '*', 3) }))
      .where('id', '=', city.economy)
      .execute()
    const booking = await city.book(rider, quote)
    expect(booking.estimate).toBe(quote.estimate)
    await drives(driver, booking.id).accept()
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
    await db.request
      .updateTable('car_types')
      .set({ rate_per_unit_distance: 28 })
      .where('id', '=', city.economy)
      .execute()
  })
})

const queueOf = async ({ id }: TestActor) =>
  (await db.request.selectFrom('users').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue

describe('repeated calls [design/api-19]', () => {
  it('book once per idempotency key, concurrently and later', async () => {
    const rider = await city.person('rider')
    await city.driver()
    const body = requestOn(await city.quote(rider))
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => rider.call(bookingsApi.create, { body }, { key })))
    const again = await rider.call(bookingsApi.create, { body }, { key })
    expect(new Set([...answers, again].map(({ booking }) => booking.id)).size).toBe(1)
    const other = { ...body, pickup: { ...body.pickup, description: 'elsewhere' } }
    expect(await keyOf(rider.call(bookingsApi.create, { body: other }, { key }))).toBe('idempotency_key_reused')
    expect(await keyOf(rider.call(bookingsApi.create, { body }))).toBe('quote_used')
    const rows = await db.request.selectFrom('bookings').select('id').where('customer', '=', rider.id).execute()
    expect(rows).toHaveLength(1)
  })

  it('pay once per key, with one settlement under 20 concurrent payments [invariants-M6] [design/money-13]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id, drive } = await ride(rider, driver)
    const before = await balanceOf(driver.id)
    const keys = await Promise.all(Array.from({ length: 20 }, () => keyOf(drive.receiveCash())))
    expect(keys.filter((key) => key === 'ok')).toHaveLength(1)
    expect(new Set(keys)).toEqual(new Set(['ok', 'booking_moved_on']))
    const settlements = await db.request
      .selectFrom('ledger_transactions')
      .select('id')
      .where('booking_id', '=', id)
      .execute()
    expect(settlements).toHaveLength(1)
    expect(await balanceOf(driver.id)).toBeLessThan(before)
  })

  it('use a quote for one booking, however many calls there are', async () => {
    const rider = await city.person('rider')
    await city.driver()
    const { quote } = await rider.call(quotesApi.create, {
      body: { pickup: { lat: -34.9058, lng: -56.1913, add: 'a' }, drop, carType: city.economy },
    })
    const body = requestOn(quote)
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyOf(rider.call(bookingsApi.create, { body }))))
    expect(keys.toSorted()).toEqual(['ok', ...Array.from({ length: 7 }, () => 'quote_used')])
  })
})
