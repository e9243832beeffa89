import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import type { ReviewEnd } from '@remis/domain/payments/payment-review'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilWaiting } from '../../races/in-order.ts'
import { openCardCity, topUpOf, type CardCity } from '../../testing/card-story.ts'
import { waitFor } from '../../testing/actors.ts'
import { keyOf, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { emulatorSecret } from '../../testing/gateway-emulator.ts'
import { gatewaySigns } from '../../providers/payments/test-gateway/gateway-signature.ts'
import { makeRefund } from '../refunds/make-refund.ts'
import { findBroken } from '../../verify/verify.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity
let admin: TestActor

beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
  await card.city.driver()
  admin = await card.city.person('admin')
})

const inReview = async (search?: string) =>
  (await admin.call(paymentsApi.inReview, { query: search === undefined ? {} : { search } })).rows
const end = (id: string, how: ReviewEnd, paymentId?: string) =>
  admin.call(paymentsApi.endReview, {
    params: { id },
    body: { end: how, reason: ' Checked at the gateway ', ...(paymentId === undefined ? {} : { paymentId }) },
  })
const balanceOf = async ({ id }: TestActor) =>
  (await db.request.selectFrom('wallets').select('balance').where('user_id', '=', id).executeTakeFirst())?.balance ?? 0

/** A paid top-up of 500 that the gateway reports so that it is reviewed. */
const reviewed = async (scenario: 'wrong-amount' | 'wrong-currency') => {
  const rider = await card.city.person('rider')
  const topUp = await topUpOf(rider, 500)
  const { attempt } = await card.begin(rider, card.payer(rider), topUp.id)
  await card.emulator.decide(attempt, 'approve')
  await card.emulator.scenario(attempt, scenario)
  await card.tell(attempt, 'webhook')
  return { rider, topUp, attempt }
}

/** Reports the attempt's payment with changes, as a signed webhook with this id. */
const reporting = (attempt: string) => async (event: string, change: object) => {
  const { body, headers } = await card.emulator.webhook(attempt)
  const told = JSON.parse(body) as { order: object }
  const sent = JSON.stringify({ ...told, id: event, order: { ...told.order, ...change } })
  const signed = gatewaySigns(emulatorSecret, sent, Math.floor(Date.now() / 1000))
  expect(await card.webhook(sent, { ...headers, 'x-test-signature': signed })).toBe(200)
}

/** A delivery with a gateway that has been silent for two weeks. */
const silent = async () => {
  const rider = await card.city.person('rider')
  const booking = await card.delivery(rider)
  const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
  await sql`update payments set status = 'REVIEW', failure = 'no_answer', next_check_at = null where id = ${attempt}`.execute(
    db.request,
  )
  return { rider, booking, attempt }
}

describe('payments in review [design/payments-65]', () => {
  it('are listed for the office with what the gateway reported', async () => {
    const { rider, topUp, attempt } = await reviewed('wrong-amount')
    expect(await inReview(attempt)).toEqual([
      expect.objectContaining({
        id: attempt,
        orderId: topUp.id,
        payer: rider.name,
        amount: 500,
        currency: 'UYU',
        reason: 'amount_differs',
        reported: { amount: 499.99, currency: 'UYU', paymentId: (await card.emulator.order(attempt))?.paymentId },
        ends: ['refund', 'close'],
      }),
    ])
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect(await keyOf((await card.city.person(role)).call(paymentsApi.inReview, { query: {} }))).toBe('forbidden')
  })

  it('refund exactly what the gateway reported', async () => {
    const { rider, topUp, attempt } = await reviewed('wrong-amount')
    expect(await keyOf(end(attempt, 'accept'))).toBe('payment_review_refused')
    const { payment } = await end(attempt, 'refund')
    expect(payment).toMatchObject({ status: 'FAILED', payable: true })
    const rows = await card.attempts(topUp.id)
    const back = rows.find(({ id }) => id !== attempt)
    expect(back).toMatchObject({ status: 'PAID', use: 'unapplied' })
    expect(await card.refunds(back?.id ?? '')).toMatchObject([{ amount: 49_999 }])
    await waitFor(async () => (await card.refunds(back?.id ?? ''))[0]?.status === 'done')
    expect((await card.emulator.order(attempt))?.refunds).toMatchObject([{ minor: 49_999 }])
    expect(await card.ledgerOf(topUp.id, rider.id)).toEqual({})
    expect(await inReview(attempt)).toEqual([])
  })

  it('accept money that the office found at a silent gateway: the booking goes on', async () => {
    const { rider, booking, attempt } = await silent()
    expect(await keyOf(end(attempt, 'refund', 'TP1'))).toBe('payment_review_refused')
    expect(await keyOf(end(attempt, 'accept'))).toBe('payment_id_missing')
    expect((await end(attempt, 'accept', 'TP1')).payment).toMatchObject({ status: 'PAID', bookingStatus: 'NEW' })
    expect(await card.ledgerOf(booking.id, rider.id)).toMatchObject({
      prepayments: Math.round((booking.trip_cost ?? 0) * 100),
    })
    // The same money cannot pay twice.
    const other = await silent()
    expect(await keyOf(end(other.attempt, 'accept', 'TP1'))).toBe('payment_id_taken')
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: card.city.reason } })
  })

  it('accept with a mistyped payment id: the gateway’s report of that money replaces it, a second one is refunded [design/payments-81]', async () => {
    const { rider, booking, attempt } = await silent()
    await end(attempt, 'accept', 'TP-mistyped')
    await card.emulator.decide(attempt, 'approve')
    const { paymentId } = (await card.emulator.order(attempt))!
    for (const way of ['webhook', 'return'] as const) await card.tell(attempt, way)
    const row = () =>
      db.request.selectFrom('payments').select('provider_payment_id').where('id', '=', attempt).executeTakeFirst()
    expect(await row()).toEqual({ provider_payment_id: paymentId })
    expect(await card.attempts(booking.id)).toMatchObject([{ status: 'PAID', use: 'applied' }])
    expect(await card.ledgerOf(booking.id, rider.id)).toMatchObject({
      prepayments: Math.round((booking.trip_cost ?? 0) * 100),
    })
    const audited = await db.request
      .selectFrom('audit_log')
      .select('data')
      .where('subject', '=', `payment:${attempt}`)
      .where('action', '=', 'payment.id-corrected')
      .execute()
    expect(audited).toEqual([{ data: { from: 'TP-mistyped', to: paymentId } }])

    await card.emulator.scenario(attempt, 'other-payment')
    await card.tell(attempt, 'webhook')
    expect((await card.attempts(booking.id)).map(({ use }) => use)).toEqual(['applied', 'unapplied'])
    expect(await row()).toEqual({ provider_payment_id: paymentId })
    expect(await findBroken(db.request)).toEqual([])
  })

  it('list other money of an attempt that is paid, once, in its own row, which is refunded [design/payments-80]', async () => {
    const rider = await card.city.person('rider')
    const topUp = await topUpOf(rider, 500)
    const { attempt } = await card.begin(rider, card.payer(rider), topUp.id)
    await card.emulator.decide(attempt, 'approve')
    await card.tell(attempt, 'webhook')
    const report = reporting(attempt)
    for (const event of ['one', 'two'])
      await report(`${attempt}-${event}`, { payment_id: `${attempt}-more`, amount: 20_000 })
    const rows = await inReview(topUp.id)
    expect(rows).toMatchObject([
      {
        payer: rider.name,
        amount: 200,
        currency: 'UYU',
        reason: 'second_money',
        reported: { amount: 200, currency: 'UYU', paymentId: `${attempt}-more` },
        ends: ['refund', 'close'],
      },
    ])
    expect(await card.attempts(topUp.id)).toMatchObject([
      { id: attempt, status: 'PAID', use: 'applied' },
      { use: null },
    ])
    const second = rows[0]?.id ?? ''
    await end(second, 'refund')
    expect(await card.refunds(second)).toMatchObject([{ amount: 20_000 }])
    expect(await balanceOf(rider)).toBe(50_000)
    // The same money again, as reported on another way, is known.
    await report(`${attempt}-three`, { payment_id: `${attempt}-more`, amount: 20_000 })
    expect(await inReview(topUp.id)).toEqual([])

    await report(`${attempt}-four`, { payment_id: `${attempt}-dollars`, amount: 300, currency: 'USD' })
    expect(await inReview(topUp.id)).toMatchObject([
      { amount: 500, currency: 'UYU', reported: { amount: 3, currency: 'USD' }, ends: ['close'] },
    ])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('keep money of another amount in its own row when the right amount arrives after it [design/payments-80]', async () => {
    const rider = await card.city.person('rider')
    const topUp = await topUpOf(rider, 500)
    const { attempt } = await card.begin(rider, card.payer(rider), topUp.id)
    await card.emulator.decide(attempt, 'approve')
    const report = reporting(attempt)
    const [less, dollars] = [`${attempt}-less`, `${attempt}-dollars`]
    for (const event of ['one', 'two']) await report(`${attempt}-${event}`, { payment_id: less, amount: 20_000 })
    await report(`${attempt}-three`, { payment_id: dollars, amount: 300, currency: 'USD' })
    expect(await inReview(topUp.id)).toMatchObject([{ id: attempt, reason: 'amount_differs' }])

    await card.tell(attempt, 'webhook')
    expect(await balanceOf(rider)).toBe(50_000)
    expect(await card.attempts(topUp.id)).toMatchObject([{ id: attempt, status: 'PAID', use: 'applied' }, {}, {}])
    const rows = await inReview(topUp.id)
    const shown = rows.map(({ reason, reported, ends }) => [reason, reported?.paymentId, ...ends].join(' '))
    expect(shown.toSorted()).toEqual([`second_money ${dollars} close`, `second_money ${less} refund close`])
    const second = rows.find(({ reported }) => reported?.paymentId === less)?.id ?? ''
    await end(second, 'refund')
    expect(await card.refunds(second)).toMatchObject([{ amount: 20_000 }])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('keep money of another amount in its own row when the office refunds what was reported after it [design/payments-80]', async () => {
    const rider = await card.city.person('rider')
    const topUp = await topUpOf(rider, 500)
    const { attempt } = await card.begin(rider, card.payer(rider), topUp.id)
    await card.emulator.decide(attempt, 'approve')
    const report = reporting(attempt)
    const [first, second] = [`${attempt}-first`, `${attempt}-second`]
    await report(`${attempt}-one`, { payment_id: first, amount: 20_000 })
    await report(`${attempt}-two`, { payment_id: second, amount: 30_000 })
    expect(await inReview(topUp.id)).toMatchObject([{ id: attempt, reported: { amount: 300, paymentId: second } }])

    await end(attempt, 'refund')
    const rows = await inReview(topUp.id)
    expect(rows).toMatchObject([{ reason: 'second_money', reported: { amount: 200, paymentId: first } }])
    await end(rows[0]?.id ?? '', 'refund')
    const refunds = await Promise.all((await card.attempts(topUp.id)).map(({ id }) => card.refunds(id)))
    expect(new Set(refunds.flat().map(({ amount }) => amount))).toEqual(new Set([20_000, 30_000]))
    expect(await findBroken(db.request)).toEqual([])
  })

  it('close without money, with an audit row that names admin and reason', async () => {
    const { rider, attempt } = await reviewed('wrong-currency')
    expect(await keyOf(end(attempt, 'refund'))).toBe('payment_review_refused')
    expect((await end(attempt, 'close')).payment).toMatchObject({ status: 'FAILED' })
    expect(await balanceOf(rider)).toBe(0)
    const audit = await db.request
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'data'])
      .where('subject', '=', `payment:${attempt}`)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit).toEqual({
      actor_id: admin.id,
      action: 'payment.review-close',
      data: { reason: 'Checked at the gateway' },
    })
    expect(await keyOf(end(attempt, 'close'))).toBe('payment_not_in_review')
  })

  it('cannot be ended once matching evidence has arrived, and the money is booked once', async () => {
    const { rider, attempt } = await reviewed('wrong-amount')
    await card.emulator.scenario(attempt, null)
    const stop = card.city.server.failpoint.pause('settle.before_commit')
    const telling = card.tell(attempt, 'return')
    await stop.reached
    const ending = keyOf(end(attempt, 'refund'))
    await untilWaiting(card.city)
    stop.release()
    expect([await telling, await ending]).toEqual([303, 'payment_not_in_review'])
    expect(await balanceOf(rider)).toBe(50_000)
  })

  it('are refunds too when their gateway has been silent for two weeks: the office decides, once [design/payments-101]', async () => {
    const { app } = card.city.server
    const asked = async () => {
      const rider = await card.city.person('rider')
      const booking = await card.delivery(rider)
      const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
      await card.emulator.decide(attempt, 'approve')
      await card.tell(attempt, 'webhook')
      await card.emulator.scenario(attempt, 'refund-error')
      await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: card.city.reason } })
      const row = () =>
        db.request
          .selectFrom('refunds')
          .select(['id', 'status', 'silent_since', 'office_told_at'])
          .where('payment_id', '=', attempt)
          .executeTakeFirstOrThrow()
      const { id } = await row()
      const again = async () => {
        await card.makeDue('refunds', id)
        await makeRefund(app, id)
      }
      await waitFor(async () => (await row()).silent_since !== null)
      const waitTwoWeeks = () =>
        sql`update refunds set silent_since = silent_since - interval '14 days' where id = ${id}`.execute(db.request)
      return {
        rider,
        booking,
        attempt,
        id,
        row,
        again,
        waitTwoWeeks,
        amount: Math.round((booking.trip_cost ?? 0) * 100),
      }
    }
    const decide = (attempt: string, refundId: string, how: ReviewEnd) =>
      admin.call(paymentsApi.endReview, {
        params: { id: attempt },
        body: { end: how, reason: 'Checked at the gateway', refundId },
      })
    const noticesOf = async (booking: string) =>
      db.request
        .selectFrom('notices')
        .select('message')
        .where('user_id', '=', admin.id)
        .where('booking_id', '=', booking)
        .where('message', '=', 'notice_refund_silent')
        .execute()

    const credited = await asked()
    await credited.again()
    expect(await inReview(credited.attempt)).toEqual([])
    expect(await keyOf(decide(credited.attempt, credited.id, 'credit'))).toBe('payment_not_in_review')
    await credited.waitTwoWeeks()
    await credited.again()
    await credited.again()
    expect(await noticesOf(credited.booking.id)).toHaveLength(1)
    expect(await inReview(credited.attempt)).toMatchObject([
      {
        id: credited.attempt,
        refundId: credited.id,
        orderId: credited.booking.id,
        payer: credited.rider.name,
        amount: credited.booking.trip_cost,
        reason: 'refund_no_answer',
        reported: null,
        ends: ['made', 'credit'],
      },
    ])
    expect(await keyOf(decide(credited.attempt, credited.id, 'accept'))).toBe('payment_review_refused')
    expect(await keyOf(end(credited.attempt, 'close'))).toBe('payment_not_in_review')
    await decide(credited.attempt, credited.id, 'credit')
    expect(await credited.row()).toMatchObject({ status: 'credited', office_told_at: null })
    expect(await card.ledgerOf(credited.booking.id, credited.rider.id)).toEqual({
      'gateway-clearing': -credited.amount,
      'wallet payer': credited.amount,
    })
    expect(await keyOf(decide(credited.attempt, credited.id, 'made'))).toBe('payment_not_in_review')

    const made = await asked()
    await made.waitTwoWeeks()
    await made.again()
    expect((await decide(made.attempt, made.id, 'made')).payment).toMatchObject({ status: 'REFUNDED' })
    expect(await made.row()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(made.booking.id, made.rider.id)).toEqual({})

    const answered = await asked()
    await answered.waitTwoWeeks()
    await answered.again()
    expect(await inReview(answered.attempt)).toHaveLength(1)
    await card.emulator.scenario(answered.attempt, 'refund-later')
    await answered.again()
    expect(await answered.row()).toMatchObject({ status: 'asked', silent_since: null, office_told_at: null })
    expect(await inReview(answered.attempt)).toEqual([])

    const audited = await db.request
      .selectFrom('audit_log')
      .select(['actor_id', 'action'])
      .where('subject', 'in', [`payment:${credited.attempt}`, `payment:${made.attempt}`])
      .where('action', 'in', ['refund.no-answer', 'payment.review-credit', 'payment.review-made'])
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { actor_id: null, action: 'refund.no-answer' },
      { actor_id: admin.id, action: 'payment.review-credit' },
      { actor_id: null, action: 'refund.no-answer' },
      { actor_id: admin.id, action: 'payment.review-made' },
    ])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('need a reason', async () => {
    const { attempt } = await reviewed('wrong-currency')
    const empty = admin.call(paymentsApi.endReview, { params: { id: attempt }, body: { end: 'close', reason: '  ' } })
    expect(await keyOf(empty)).toBe('reject_reason_missing')
  })
})
