import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { sql, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { openCardCity, type CardCity } from '../../testing/card-story.ts'
import type { TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { findBroken } from '../../verify/verify.ts'
import { requestRefundOfBooking } from './request-refund.ts'
import type { Attempt, PaymentOutcome, PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { settlePayment } from '../settle-payment.ts'
import { lockPayment } from '../payment-store.ts'
import { finishRefund } from './end-refund.ts'
import { makeRefund, makeRefundsAt } from './make-refund.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
  await card.city.driver()
})
beforeEach(() => card.city.server.failpoint.clear())

/** What the gateway's sweep does. */
const sweep = () => makeRefundsAt(card.city.server.app, card.city.server.app.gateways[0] ?? null)
const minorOf = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

/** A prepaid delivery that is cancelled, so its whole price is refunded. The gateway may fail at that time. */
const cancelled = async (trouble: 'refund-error' | 'refund-refused' | 'refund-pending' | null = null) => {
  const rider = await card.city.person('rider')
  const payer = card.payer(rider)
  const booking = await card.delivery(rider)
  const { attempt } = await card.begin(rider, payer, booking.id)
  await card.emulator.decide(attempt, 'approve')
  await card.tell(attempt, 'webhook')
  await card.emulator.scenario(attempt, trouble)
  await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: card.city.reason } })
  const refund = async () => (await card.refunds(attempt))[0]
  const id = (await refund())?.id ?? ''
  return { rider, payer, booking, attempt, refund, id, amount: minorOf(booking.trip_cost) }
}
const tried = (id: string, times: number) =>
  waitFor(async () => {
    const row = await db.request.selectFrom('refunds').select('tries').where('id', '=', id).executeTakeFirstOrThrow()
    return row.tries >= times
  })
const settled = (id: string) =>
  waitFor(async () => {
    const row = await db.request.selectFrom('refunds').select('failure').where('id', '=', id).executeTakeFirst()
    return row?.failure !== null
  })

type Cancelled = Awaited<ReturnType<typeof cancelled>>

/** What the gateway's webhook says of the payment. */
const hear = ({ attempt: attemptId }: Cancelled, event: string, outcome: PaymentOutcome) =>
  settlePayment(card.city.server.app, 'test', { attemptId, eventKey: `${attemptId}:${event}`, outcome }, 'webhook')
const moneyOf = ({ amount: minor, booking: { currency } }: Cancelled) => ({ minor, currency })

/** The payer's bank takes the money back, or asks to. */
const chargeBack = (story: Cancelled) =>
  hear(story, 'dispute', { kind: 'reversed', money: moneyOf(story), providerPaymentId: 'TP1' })

/** The office refunds the payment at the gateway. */
const refundByHand = async (story: Cancelled) => {
  await card.emulator.scenario(story.attempt, null)
  const request = { key: 'by hand', money: moneyOf(story), reason: '', alike: 0 }
  return card.emulator.adapter().refund({ id: story.attempt } as Attempt, request, AbortSignal.timeout(5000))
}

/** Reports this refund with the id, as the gateway's webhook does. */
const reporting = (story: Cancelled) => (event: string, providerRefundId: string, status: 'failed' | 'done') => {
  const refundKey = `${story.attempt}-cancel-v2`
  return hear(story, event, { kind: 'refund', money: moneyOf(story), refundKey, providerRefundId, status })
}
/** The notices of a booking with these messages to these people. */
const noticesOf = (bookingId: string, messages: readonly NoticeKey[], people: readonly TestActor[]) =>
  db.request
    .selectFrom('notices')
    .select(['user_id', 'message'])
    .where('booking_id', '=', bookingId)
    .where('message', 'in', messages)
    .where((row) => sql<boolean>`${row.ref('user_id')} = any(${people.map(({ id }) => id)})`)
    .orderBy('message')
    .execute()
const auditOf = async (action: string, attempt: string) =>
  (
    await db.request
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', action)
      .where('subject', '=', `payment:${attempt}`)
      .execute()
  ).map(({ data }) => data)

describe('refunds', () => {
  it('are requested in the transaction of the cancel and made by a job of the event stream', async () => {
    const { payer, booking, rider, attempt, refund, amount } = await cancelled()
    expect(await refund()).toMatchObject({ key: 'cancel-v2', amount })
    await waitFor(async () => (await refund())?.status === 'done')
    expect((await card.emulator.order(attempt))?.refunds).toMatchObject([{ minor: amount, status: 'done' }])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await payer.payment(attempt)).toMatchObject({ status: 'REFUNDED', refunded: booking.trip_cost })
    expect(await card.shownRefund(booking.id, rider)).toEqual(['done', 'done'])
  })

  it('are tried again while the gateway is unreachable, and never credited to the wallet for that', async () => {
    const { booking, rider, attempt, refund, id } = await cancelled('refund-error')
    await settled(id)
    expect(await card.shownRefund(booking.id, rider)).toEqual(['open', 'asked'])
    for (const _ of [1, 2, 3]) {
      await card.makeDue('refunds', id)
      await makeRefund(card.city.server.app, id)
    }
    expect(await refund()).toMatchObject({ status: 'asked' })
    expect(await card.ledgerOf(booking.id, rider.id)).not.toHaveProperty('wallet payer')
    await card.emulator.scenario(attempt, null)
    await card.makeDue('refunds', id)
    await sweep()
    expect(await refund()).toMatchObject({ status: 'done' })
    expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('are credited to the wallet once when the gateway refuses for good', async () => {
    const { booking, rider, attempt, refund, id, amount } = await cancelled('refund-refused')
    await waitFor(async () => (await refund())?.status === 'credited')
    await makeRefund(card.city.server.app, id)
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    expect((await card.emulator.order(attempt))?.refunds).toEqual([])
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices.map(({ message }) => message)).toContain('notice_refund_credited')
    expect(await card.shownRefund(booking.id, rider)).toEqual(['credited', 'credited'])
  })

  it('are not used up by an outage of two weeks: the first refusal after it is not the last [design/payments-60]', async () => {
    const { booking, rider, attempt, refund, id } = await cancelled('refund-error')
    await settled(id)
    await sql`update refunds set created_at = created_at - interval '15 days' where id = ${id}`.execute(db.request)
    const again = async (scenario: 'unauthorized' | 'refund-later' | null) => {
      await card.emulator.scenario(attempt, scenario)
      await card.makeDue('refunds', id)
      await sweep()
      const { rows } = await sql<{ tries: number }>`select tries from refunds where id = ${id}`.execute(db.request)
      return { status: (await refund())?.status, tries: rows[0]?.tries }
    }
    for (let time = 0; time < 4; time++) expect(await again('unauthorized')).toEqual({ status: 'asked', tries: 0 })
    expect(await again('refund-later')).toEqual({ status: 'asked', tries: 1 })
    expect(await again('refund-later')).toEqual({ status: 'asked', tries: 2 })
    expect(await again(null)).toEqual({ status: 'done', tries: 3 })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('that the gateway makes after the wallet was credited are owed, once, and payer and admins are notified [design/payments-64]', async () => {
    const admin = await card.city.person('admin')
    const made = await cancelled('refund-refused')
    const { booking, rider, attempt, refund, id, amount } = made
    await waitFor(async () => (await refund())?.status === 'credited')
    const report = reporting(made)
    await Promise.all([report('one', 'TR1', 'done'), report('two', 'TR1', 'done')])
    await report('three', 'TR1', 'done')
    // The credit in the wallet pays the debt at once.
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await refund()).toMatchObject({ status: 'credited' })
    expect(await noticesOf(booking.id, ['notice_refunded_twice', 'notice_refund_claim'], [admin, rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_claim' },
      { user_id: rider.id, message: 'notice_refunded_twice' },
    ])
    expect(await auditOf('refund.paid-twice', attempt)).toMatchObject([{ refund: id, amount }])
    expect(await card.shownRefund(booking.id, rider)).toEqual(['done', 'credited'])
  })

  it('that fail after they were done are credited to the wallet, once, and payer and admins are notified [design/payments-100]', async () => {
    const admin = await card.city.person('admin')
    const story = await cancelled()
    const { booking, rider, attempt, refund, id, amount } = story
    await waitFor(async () => (await refund())?.status === 'done')
    const made = (await card.emulator.order(attempt))?.refunds[0]?.id ?? ''
    const report = reporting(story)
    await report('a try that failed before', 'other', 'failed')
    expect(await refund()).toMatchObject({ status: 'done' })
    await Promise.all([report('one', made, 'failed'), report('two', made, 'failed')])
    await report('an old one', made, 'done')
    expect(await card.shownRefund(booking.id, rider)).toEqual(['credited', 'credited'])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    const messages = ['notice_refund_credited', 'notice_refund_failed', 'notice_refunded_twice'] as const
    expect(await noticesOf(booking.id, messages, [admin, rider])).toEqual([
      { user_id: rider.id, message: 'notice_refund_credited' },
      { user_id: admin.id, message: 'notice_refund_failed' },
    ])
    expect(await auditOf('refund.failed', attempt)).toMatchObject([{ refund: id, amount }])
    expect(await findBroken(db.request)).toEqual([])
    await sql`update refunds set failed_at = null where id = ${id}`.execute(db.request)
    expect((await findBroken(db.request)).map(({ invariant }) => invariant)).toEqual(['M13'])
    await sql`update refunds set failed_at = clock_timestamp() where id = ${id}`.execute(db.request)
  })

  /** The office was notified, and nothing was credited; none of these notices was sent. */
  const expectLeft = async (story: Cancelled, admin: TestActor, others: readonly NoticeKey[]) => {
    const { booking, rider, attempt, refund, id, amount } = story
    // The check of the database would look for the rest of the erasure.
    await sql`update users set erased_at = null, deleted_at = null, usertype = 'rider'
      where id = ${rider.id}`.execute(db.request)
    expect(await refund()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await noticesOf(booking.id, [...others, 'notice_refund_failed_unpaid'], [admin, rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_failed_unpaid' },
    ])
    expect(await auditOf('refund.failed-unpaid', attempt)).toMatchObject([{ refund: id, amount }])
    expect(await card.shownRefund(booking.id, rider)).toEqual(['left', 'left'])
    expect(await findBroken(db.request)).toEqual([])
  }
  const change =
    (to: RawBuilder<unknown>) =>
    ({ rider }: Cancelled) =>
      sql`update users set ${to} where id = ${rider.id}`.execute(db.request)
  const notCredited = [
    ['of a payer whose account was erased', change(sql`erased_at = clock_timestamp(), deleted_at = clock_timestamp()`)],
    ['of a payer who has no wallet since a change of role', change(sql`usertype = 'fleetadmin'`)],
    ['of money that the payer’s bank takes back', chargeBack],
  ] as const
  it.each([
    ...notCredited.map((one) => [...one, 'refund-refused'] as const),
    ['of money that was refunded at the gateway before', refundByHand, null] as const,
  ])(
    'that are refused for good and are %s are left to the office, once ([design/payments-106], [design/payments-110])',
    async (_, happens, scenario) => {
      const admin = await card.city.person('admin')
      const story = await cancelled('refund-error')
      const { attempt, id } = story
      await settled(id)
      await happens(story)
      await card.emulator.scenario(attempt, scenario)
      await card.makeDue('refunds', id)
      await sweep()
      await reporting(story)('the same', 'TR1', 'failed')
      await expectLeft(story, admin, ['notice_refunded', 'notice_refund_credited'])
      await reporting(story)('made after all', 'TR1', 'done')
      expect(await story.refund()).toMatchObject({ status: 'done', failure: null })
    },
  )

  it.each(notCredited)(
    'that fail later and are %s are left to the office, once ([design/payments-105], [design/payments-110])',
    async (_, happens) => {
      const admin = await card.city.person('admin')
      const story = await cancelled()
      const { attempt, refund } = story
      await waitFor(async () => (await refund())?.status === 'done')
      const made = (await card.emulator.order(attempt))?.refunds[0]?.id ?? ''
      await happens(story)
      const report = reporting(story)
      await Promise.all([report('one', made, 'failed'), report('two', made, 'failed')])
      await expectLeft(story, admin, ['notice_refund_credited', 'notice_refund_failed'])
    },
  )

  it('that the office ended as made learn their id; a failure before that is left to the office [design/payments-105]', async () => {
    const admin = await card.city.person('admin')
    const { app } = card.city.server
    const endedByOffice = async () => {
      const story = await cancelled('refund-error')
      await settled(story.id)
      await db.transact(async (tx) =>
        finishRefund(app, tx, await lockPayment(tx, story.attempt), story.id, { to: 'card', providerRefundId: null }),
      )
      return { ...story, report: reporting(story) }
    }
    const messages = ['notice_refund_credited', 'notice_refund_failed', 'notice_refund_failed_unpaid'] as const

    const unknown = await endedByOffice()
    await unknown.report('one', 'TR7', 'failed')
    await unknown.report('two', 'TR7', 'failed')
    expect(await unknown.refund()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(unknown.booking.id, unknown.rider.id)).toEqual({})
    expect(await noticesOf(unknown.booking.id, messages, [admin, unknown.rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_failed_unpaid' },
    ])
    expect(await auditOf('refund.failed-unpaid', unknown.attempt)).toHaveLength(1)
    // An old report and a repetition: the office pays, so the wallet must not be credited as well.
    await unknown.report('an old one', 'TR7', 'done')
    await unknown.report('three', 'TR7', 'failed')
    expect(await unknown.refund()).toMatchObject({ status: 'done' })

    const named = await endedByOffice()
    await named.report('made', 'TR8', 'done')
    await named.report('failed', 'TR8', 'failed')
    expect(await named.refund()).toMatchObject({ status: 'credited' })
    expect(await noticesOf(named.booking.id, messages, [admin, named.rider])).toEqual([
      { user_id: named.rider.id, message: 'notice_refund_credited' },
      { user_id: admin.id, message: 'notice_refund_failed' },
    ])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('that are accepted are polled until done; the open row keeps M16 meanwhile', async () => {
    const { booking, rider, attempt, refund, id, amount } = await cancelled('refund-pending')
    await waitFor(async () => (await refund())?.status === 'pending')
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, prepayments: amount })
    await card.makeDue('refunds', id)
    await makeRefund(card.city.server.app, id)
    expect(await refund()).toMatchObject({ status: 'pending' })
    await card.emulator.scenario(attempt, null)
    await card.makeDue('refunds', id)
    await makeRefund(card.city.server.app, id)
    expect(await refund()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('of the same amount are counted for a gateway that keeps no key [design/payments-90]', async () => {
    const rider = await card.city.person('rider')
    const booking = await card.delivery(rider)
    const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
    await card.emulator.decide(attempt, 'approve')
    await card.tell(attempt, 'webhook')
    const gateways = card.city.server.app.gateways as PaymentsProvider[]
    const [test] = gateways
    if (test === undefined) throw new Error('no gateway')
    const asked: string[] = []
    gateways[0] = {
      ...test,
      refund: (of, request, signal) => {
        asked.push(`${request.key.slice(-1)} ${request.alike}`)
        return test.refund(of, request, signal)
      },
    }
    for (const [key, amount] of Object.entries({ a: 100, b: 100, c: 200 })) {
      const request = { bookingId: booking.id, key, amount, reason: 'cheaper' }
      await db.transact((tx) => requestRefundOfBooking(tx, request))
      await waitFor(async () => (await card.refunds(attempt)).every(({ status }) => status === 'done'))
    }
    gateways[0] = test
    expect(asked).toEqual(['a 0', 'b 1', 'c 0'])
  })

  it('are made once by five concurrent workers', async () => {
    const { attempt, refund, id } = await cancelled('refund-error')
    await settled(id)
    await card.emulator.scenario(attempt, null)
    await card.makeDue('refunds', id)
    await Promise.all(Array.from({ length: 5 }, () => makeRefund(card.city.server.app, id)))
    expect(await refund()).toMatchObject({ status: 'done' })
    expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    const posted = await db.request.selectFrom('ledger_transactions').select('id').where('reference', '=', id).execute()
    expect(posted).toHaveLength(1)
  })

  it.each(['refund.answered', 'refund.before_commit'])(
    'after a crash at %s are made later: one refund there, one posting here',
    async (at) => {
      const { attempt, refund, id } = await cancelled('refund-error')
      await settled(id)
      await card.emulator.scenario(attempt, null)
      card.city.server.failpoint.fail(at, new Error('injected crash'))
      await card.makeDue('refunds', id)
      await expect(makeRefund(card.city.server.app, id)).rejects.toThrow('injected crash')
      expect(await refund()).toMatchObject({ status: 'asked' })
      expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
      card.city.server.failpoint.clear()
      await card.makeDue('refunds', id)
      await sweep()
      expect(await refund()).toMatchObject({ status: 'done' })
      expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    },
  )

  it('never exceed what was captured, also when requested concurrently [invariants-M13]', async () => {
    const { booking, attempt, amount } = await cancelled('refund-error')
    const insert = (key: string, minor: number) =>
      db.request
        .insertInto('refunds')
        .values({ id: newId(), payment_id: attempt, key, amount: minor, currency: 'UYU', reason: 'too much' })
        .execute()
    await expect(insert('more', 1)).rejects.toMatchObject({ constraint: 'refunds_stay_within_payment' })
    await expect(insert('cancel-v2', 1)).rejects.toMatchObject({ constraint: 'refunds_once' })
    const request = (key: string) =>
      db.transact((tx) => requestRefundOfBooking(tx, { bookingId: booking.id, key, amount, reason: 'again' }))
    await request('cancel-v2')
    await expect(request('other')).rejects.toMatchObject({ constraint: 'refunds_stay_within_payment' })
    expect(await card.refunds(attempt)).toHaveLength(1)
    const open = await card.delivery(await card.city.person('rider'))
    const unpaid = db.transact((tx) =>
      requestRefundOfBooking(tx, { bookingId: open.id, key: 'x', amount: 1, reason: 'none' }),
    )
    await expect(unpaid).rejects.toThrow('has no card payment')
  })

  it('are posted once per refund, by a unique index', async () => {
    const { refund, id, booking } = await cancelled()
    await waitFor(async () => (await refund())?.status === 'done')
    await tried(id, 1)
    const again = sql`insert into ledger_transactions (id, kind, booking_id, reference)
      values (${newId()}, 'refund', ${booking.id}, ${id})`.execute(db.request)
    await expect(again).rejects.toMatchObject({ constraint: 'ledger_one_per_reference' })
  })
})
