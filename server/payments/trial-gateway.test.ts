import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { cardPayer } from '../testing/card-payer.ts'
import { drives, openCity, requestOn, tripCodeOf, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  city = await openCity(database, { env: { APP_CATEGORY: 'delivery' }, limits: { payments: { trialLaterMs: 1000 } } })
})

/** The newest attempt. */
const newest = async () =>
  (await db.request.selectFrom('payments').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id

const deliver = async (rider: TestActor) => {
  const quote = await city.quote(rider)
  const body = {
    ...requestOn(quote),
    instructionData: { deliveryPerson: 'Receiver', deliveryPersonPhone: '099 123 456' },
  }
  return (await rider.call(bookingsApi.create, { body })).booking
}

/** Presses the button on the gateway's page and follows the way back, like a browser. */
const press = async (payer: ReturnType<typeof cardPayer>, page: string, action: string) => {
  const path = new URL(page).pathname
  const form = await payer.send(path, { headers: { accept: 'text/html' } })
  expect(form.status).toBe(200)
  const answer = await payer.send(path, { method: 'POST', body: new URLSearchParams({ action }).toString() })
  expect(answer.status).toBe(303)
  const back = new URL(answer.headers.get('location') ?? '')
  return payer.send(back.pathname + back.search)
}

describe('card payment in the trial', () => {
  it('takes a delivery from PAYMENT_PENDING through the hosted page to NEW, prepaid, with offers, once', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const payer = cardPayer(city.server.url, rider)
    expect(await rider.call(paymentsApi.providers, {})).toEqual([{ name: 'test', link: '/pay/test' }])
    const booking = await deliver(rider)
    expect(booking).toMatchObject({ status: 'PAYMENT_PENDING', payment_mode: 'card', prepaid: false })
    const offers = () =>
      db.request.selectFrom('offers').select('driver_id').where('booking_id', '=', booking.id).execute()
    expect(await offers()).toEqual([])
    const form = await payer.formOf(booking.id)
    expect(form.amount).toBe(String(booking.trip_cost))
    const begun = await payer.begin(form, newest)
    expect(begun.attempt).toMatch(/^RP[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(await payer.payment(begun.attempt)).toMatchObject({ status: 'REDIRECTED', state: 'waiting', payable: true })
    const back = await press(payer, begun.location, 'approve')
    expect([back.status, back.headers.get('location')]).toEqual([303, `/pay/status/${begun.attempt}`])
    const after = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
    expect(after).toMatchObject({
      status: 'NEW',
      prepaid: true,
      gateway: 'test',
      cardPaymentAmount: booking.trip_cost,
      payableAmount: 0,
    })
    expect(await offers()).toEqual([{ driver_id: driver.id }])
    expect(await payer.payment(begun.attempt)).toMatchObject({
      status: 'PAID',
      state: 'paid',
      payable: false,
      bookingStatus: 'NEW',
    })
    // the webhook arrived too, or does now
    await waitFor(async () => {
      const events = await db.request.selectFrom('payment_events').select('source').execute()
      return new Set(events.map(({ source }) => source)).size === 2
    })
    const captures = await db.request
      .selectFrom('ledger_transactions')
      .select('id')
      .where('kind', '=', 'capture')
      .execute()
    expect(captures).toHaveLength(1)
    const drive = drives(driver, booking.id)
    await drive.accept()
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, booking.id))
    const { booking: done } = await drive.reach()
    expect(done).toMatchObject({ status: 'PAID', cardPaymentAmount: booking.trip_cost, cashPaymentAmount: 0 })
  })

  it('refunds a prepaid delivery when the rider cancels, by a job of the event stream', async () => {
    const rider = await city.person('rider')
    const payer = cardPayer(city.server.url, rider)
    await city.driver()
    const booking = await deliver(rider)
    const begun = await payer.begin(await payer.formOf(booking.id), newest)
    await press(payer, begun.location, 'approve')
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
    await waitFor(async () => (await payer.payment(begun.attempt)).status === 'REFUNDED')
    expect(await payer.payment(begun.attempt)).toMatchObject({
      refunded: booking.trip_cost,
      bookingStatus: 'CANCELLED',
    })
    const { rows } = await sql<{ total: number }>`select coalesce(sum(amount), 0)::bigint as total from ledger_entries
      where account = 'gateway-clearing' and transaction_id in (select id from ledger_transactions where booking_id = ${booking.id})`.execute(
      db.request,
    )
    expect(rows[0]?.total).toBe(0)
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices.map(({ message }) => message)).toContain('notice_refunded')
  })

  it('lets the rider try again after a declined card; closing the page leaves the order payable; a delayed payment settles later', async () => {
    const rider = await city.person('rider')
    const payer = cardPayer(city.server.url, rider)
    const form = await payer.topUpForm(500)
    const declined = await payer.begin(form, newest)
    await press(payer, declined.location, 'decline')
    expect(await payer.payment(declined.attempt)).toMatchObject({ state: 'failed', payable: true })
    const closed = await payer.begin(form, newest)
    await press(payer, closed.location, 'close')
    expect(await payer.payment(closed.attempt)).toMatchObject({ state: 'cancelled', payable: true })
    const later = await payer.begin(form, newest)
    await press(payer, later.location, 'later')
    expect(await payer.payment(later.attempt)).toMatchObject({ status: 'PENDING', state: 'waiting' })
    // the buyer returns to the page of the declined attempt and pays there
    await press(payer, declined.location, 'approve')
    expect(await payer.payment(declined.attempt)).toMatchObject({ state: 'paid', payable: false })
    const balance = async () =>
      (await db.request.selectFrom('wallets').select('balance').where('user_id', '=', rider.id).executeTakeFirst())
        ?.balance
    expect(await balance()).toBe(50_000)
    // the delayed payment arrives as well: nothing is due, so it is refunded
    await waitFor(async () => (await payer.payment(later.attempt)).status === 'REFUNDED', 15_000)
    expect(await payer.payment(later.attempt)).toMatchObject({ state: 'given-back', refunded: 500 })
    expect(await balance()).toBe(50_000)
  })
})
