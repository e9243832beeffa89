import { bookingsApi } from '@remis/domain/booking/booking-api'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/database.ts'
import { gatewaySigns } from '../providers/payments/test-gateway/gateway-signature.ts'
import { inOrder, untilWaiting } from '../races/in-order.ts'
import { waitFor } from '../testing/actors.ts'
import { openCardCity, topUpOf, ways, type CardCity, type Way } from '../testing/card-story.ts'
import { emulatorSecret } from '../testing/gateway-emulator.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { expireBookings } from '../booking/sweeps/tidy-bookings.ts'
import { settlePayment } from './settle-payment.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity
let admin: TestActor

beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
  await card.city.driver()
  admin = await card.city.person('admin')
})
beforeEach(() => card.city.server.failpoint.clear())

/** A delivery with an attempt at the gateway's page. */
const begun = async () => {
  const rider = await card.city.person('rider')
  const payer = card.payer(rider)
  const booking = await card.delivery(rider)
  const { attempt } = await card.begin(rider, payer, booking.id)
  return { rider, payer, booking, attempt }
}
const approved = async () => {
  const story = await begun()
  await card.emulator.decide(story.attempt, 'approve')
  return story
}
const cancel = (rider: TestActor, id: string) =>
  keyOf(rider.call(bookingsApi.cancel, { params: { id }, body: { reason: card.city.reason } }))
const minorOf = (amount: number | undefined) => Math.round((amount ?? 0) * 100)
const eventsOf = (attempt: string) =>
  db.request.selectFrom('payment_events').select(['source', 'verdict']).where('payment_id', '=', attempt).execute()

const orders: Way[][] = ways.flatMap((a) =>
  ways.filter((b) => b !== a).map((b) => [a, b, ways.find((c) => c !== a && c !== b) ?? a]),
)

describe('webhook, return and reconciliation in any order and number end in one ledger [invariants-M8]', () => {
  const end = async (evidence: readonly Way[]) => {
    const { rider, booking, attempt } = await approved()
    for (const way of evidence)
      expect([way, await card.tell(attempt, way)]).toEqual([way, way === 'return' ? 303 : 200])
    return {
      ledger: await card.ledgerOf(booking.id, rider.id),
      booking: await card.bookingOf(booking.id),
      attempts: (await card.attempts(booking.id)).map(({ status, use }) => ({ status, use })),
      refunds: await card.refunds(attempt),
      expected: { 'gateway-clearing': -minorOf(booking.trip_cost), prepayments: minorOf(booking.trip_cost) },
    }
  }
  const holds = ({ expected, ...rest }: Awaited<ReturnType<typeof end>>) =>
    expect(rest).toEqual({
      ledger: expected,
      booking: { status: 'NEW', version: 1, prepaid: true, payable_amount: 0 },
      attempts: [{ status: 'PAID', use: 'applied' }],
      refunds: [],
    })

  it.each(orders.map((order) => [order.join(', '), order] as const))('%s', async (_name, order) => {
    holds(await end(order))
  })

  it('each of them alone, and random repetitions', async () => {
    for (const way of ways) holds(await end([way]))
    const evidence = fc.array(fc.constantFrom(...ways), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(evidence, async (sequence) => {
        holds(await end(sequence))
      }),
      { numRuns: 8, seed: 4 },
    )
  })

  it('five webhooks, two returns and a query at once: one capture, every answer succeeds', async () => {
    const { rider, booking, attempt } = await approved()
    const all: Way[] = ['webhook', 'webhook', 'return', 'webhook', 'query', 'webhook', 'return', 'webhook']
    const answers = await Promise.all(all.map((way) => card.tell(attempt, way)))
    expect(answers.filter((status) => status !== 200 && status !== 303)).toEqual([])
    expect(Object.keys(await card.ledgerOf(booking.id, rider.id)).toSorted()).toEqual([
      'gateway-clearing',
      'prepayments',
    ])
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'NEW', version: 1 })
    expect((await eventsOf(attempt)).filter(({ verdict }) => verdict === 'paid')).toHaveLength(1)
  })

  it('paid after a decline overrides it; a decline after paid changes nothing', async () => {
    const { booking, attempt } = await begun()
    await card.emulator.decide(attempt, 'decline')
    const declined = await card.emulator.webhook(attempt)
    await card.tell(attempt, 'return')
    expect(await card.attempts(booking.id)).toMatchObject([{ status: 'FAILED', use: null }])
    await card.emulator.decide(attempt, 'approve')
    await card.tell(attempt, 'webhook')
    expect(await card.attempts(booking.id)).toMatchObject([{ status: 'PAID', use: 'applied' }])
    // the old statement arrives late
    expect(await card.webhook(declined.body, declined.headers)).toBe(200)
    expect(await card.attempts(booking.id)).toMatchObject([{ status: 'PAID', use: 'applied' }])
  })
})

describe('evidence that does not match settles nothing [invariants-M9]', () => {
  const untouched = async (id: string) =>
    expect(await card.bookingOf(id)).toMatchObject({ status: 'PAYMENT_PENDING', version: 0, prepaid: false })

  /** REVIEW without money, an audit row, every admin notified once. */
  const expectReview = async ({ rider, booking, attempt }: Awaited<ReturnType<typeof begun>>) => {
    await untouched(booking.id)
    expect(await card.attempts(booking.id)).toMatchObject([{ status: 'REVIEW', use: null }])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    const audit = await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `payment:${attempt}`)
      .execute()
    expect(audit.map(({ action }) => action)).toContain('payment.review')
    const notices = await db.request
      .selectFrom('notices')
      .select(['user_id', 'message'])
      .where('booking_id', '=', booking.id)
      .where('message', '=', 'notice_payment_review')
      .execute()
    expect(notices).toEqual([{ user_id: admin.id, message: 'notice_payment_review' }])
  }

  it.each([['wrong-amount'], ['wrong-currency']] as const)(
    '%s: REVIEW, an audit row, every admin notified once, no money',
    async (scenario) => {
      const story = await approved()
      await card.emulator.scenario(story.attempt, scenario)
      for (const way of ways) await card.tell(story.attempt, way)
      await expectReview(story)
    },
  )

  it.each([
    ['a test payment in production', 'production', { test: true, providerPaymentId: 'TP1' }],
    ['a payment without an id', 'trial', { test: false, providerPaymentId: '' }],
  ] as const)('%s [design/payments-23]', async (_, mode, payment) => {
    const story = await begun()
    const { attempt: attemptId, booking } = story
    const { app } = card.city.server
    const money = { minor: minorOf(booking.trip_cost), currency: booking.currency }
    const hear = (event: string) => {
      const evidence = {
        attemptId,
        eventKey: `${attemptId}:${event}`,
        outcome: { kind: 'paid', money, ...payment },
      } as const
      return settlePayment({ ...app, config: { ...app.config, mode } }, 'test', evidence, 'webhook')
    }
    expect([await hear('one'), await hear('two')]).toEqual(['review', 'review'])
    await expectReview(story)
  })

  it('a forged, a changed, an old and a future webhook are refused with 401', async () => {
    const { booking, attempt } = await approved()
    const { body, headers } = await card.emulator.webhook(attempt)
    const forged = { ...headers, 'x-test-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }
    expect(await card.webhook(body, forged)).toBe(401)
    const other = attempt.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await card.webhook(body.replace(attempt, other), headers)).toBe(401)
    expect(await card.webhook(body, {})).toBe(401)
    for (const seconds of [-400, 400]) {
      await card.emulator.clock(seconds * 1000)
      const late = await card.emulator.webhook(attempt)
      await card.emulator.clock(0)
      expect(await card.webhook(late.body, late.headers)).toBe(401)
    }
    await untouched(booking.id)
    expect(await eventsOf(attempt)).toEqual([])
  })

  it.each(['\\u0000', '\\udfff'])(
    'text that no column can store (%s) is sanitized and goes to REVIEW',
    async (sign) => {
      const { rider, booking, attempt } = await approved()
      const { body, headers } = await card.emulator.webhook(attempt)
      const hostile = body
        .replace(/"id":"(?!RP|TO)/, `$&${sign}`)
        .replace(/"currency":"/, `$&${sign}`)
        .replace(/"payment_id":"(?!RP)/, `$&${sign}`)
      const signed = gatewaySigns(emulatorSecret, hostile, Math.floor(Date.now() / 1000))
      expect(hostile).not.toBe(body)
      expect(await card.webhook(hostile, { ...headers, 'x-test-signature': signed })).toBe(200)
      await untouched(booking.id)
      expect(await card.attempts(booking.id)).toMatchObject([{ status: 'REVIEW', use: null }])
      expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
      expect(await eventsOf(attempt)).toEqual([{ source: 'webhook', verdict: 'review' }])
    },
  )

  it('money of an unknown payment is logged and moves nothing', async () => {
    const { booking, attempt } = await approved()
    await db.request.updateTable('payments').set({ provider: 'another' }).where('id', '=', attempt).execute()
    expect(await card.tell(attempt, 'webhook')).toBe(200)
    await untouched(booking.id)
    const noted = await db.request.selectFrom('payment_events').select('id').where('verdict', '=', 'unknown').execute()
    expect(noted).toHaveLength(1)
  })

  it('a second charge of one attempt gets its own row and is refunded', async () => {
    const { rider, booking, attempt } = await approved()
    await card.tell(attempt, 'webhook')
    await card.emulator.scenario(attempt, 'other-payment')
    await card.tell(attempt, 'webhook')
    await card.tell(attempt, 'webhook')
    const rows = await card.attempts(booking.id)
    expect(rows.map(({ use }) => use)).toEqual(['applied', 'unapplied'])
    await card.refunded(rows[1]?.id ?? '')
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({
      'gateway-clearing': -minorOf(booking.trip_cost),
      prepayments: minorOf(booking.trip_cost),
    })
  })

  it('two nodes that apply the same money at once are stopped by the indexes', async () => {
    const [one, two] = [await approved(), await begun()]
    await card.tell(one.attempt, 'webhook')
    const money = (await card.emulator.order(one.attempt))?.paymentId ?? ''
    const sameMoney = db.request
      .updateTable('payments')
      .set({ status: 'PAID', use: 'applied', provider_payment_id: money, paid_at: new Date() })
      .where('id', '=', two.attempt)
      .execute()
    await expect(sameMoney).rejects.toMatchObject({ constraint: 'payments_one_money' })
    const second = db.request
      .updateTable('payments')
      .set({
        booking_id: one.booking.id,
        status: 'PAID',
        use: 'applied',
        provider_payment_id: 'x',
        paid_at: new Date(),
      })
      .where('id', '=', two.attempt)
      .execute()
    await expect(second).rejects.toMatchObject({ constraint: 'payments_one_per_booking' })
    const order = await topUpOf(one.rider, 10)
    const attempts = [
      await card.begin(one.rider, one.payer, order.id),
      await card.begin(one.rider, one.payer, order.id),
    ]
    const spend = (tx: Tx, id: string) =>
      tx
        .updateTable('payments')
        .set({ status: 'PAID', use: 'applied', provider_payment_id: `y${id}`, paid_at: new Date() })
        .where('id', '=', id)
        .execute()
    const both = db.transact(async (tx) => {
      for (const { attempt } of attempts) await spend(tx, attempt)
    })
    await expect(both).rejects.toMatchObject({ constraint: 'payments_one_per_top_up' })
  })
})

describe('races', () => {
  it('pay/pay: one of two attempts is used, the other refunded', async () => {
    const { rider, payer, booking, attempt } = await approved()
    const other = await card.begin(rider, payer, booking.id)
    await card.emulator.decide(other.attempt, 'approve')
    const stop = card.city.server.failpoint.pause('settle.locked')
    const first = card.tell(other.attempt, 'webhook')
    await stop.reached
    const second = card.tell(attempt, 'return')
    await untilWaiting(card.city)
    stop.release()
    expect(await Promise.all([first, second])).toEqual([200, 303])
    const uses = Object.fromEntries((await card.attempts(booking.id)).map(({ id, use }) => [id, use]))
    expect(uses).toEqual({ [other.attempt]: 'applied', [attempt]: 'unapplied' })
    await card.refunded(attempt)
    expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    expect(await card.ledgerOf(booking.id, rider.id)).toMatchObject({ prepayments: minorOf(booking.trip_cost) })
  })

  for (const [first, second] of [
    ['webhook', 'return'],
    ['return', 'webhook'],
    ['webhook', 'query'],
    ['query', 'webhook'],
  ] as const)
    for (const at of ['settle.locked', 'settle.before_commit'])
      it(`${first}/${second}, ${first} stopped at ${at}: one capture`, async () => {
        const { booking, attempt } = await approved()
        const tell = (way: Way) => () => card.tell(attempt, way)
        await inOrder(card.city, at, tell(first), tell(second))
        expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'NEW', version: 1 })
        const verdicts = (await eventsOf(attempt)).map(({ verdict }) => verdict)
        // A reconciliation skips an attempt that is locked.
        expect(verdicts.toSorted()).toEqual(second === 'query' ? ['paid'] : ['again', 'paid'])
      })

  it('pay/cancel, the payment first: the cancel finds it prepaid and requests its refund', async () => {
    const { rider, booking, attempt } = await approved()
    const stop = card.city.server.failpoint.pause('settle.before_commit')
    const paying = card.tell(attempt, 'webhook')
    await stop.reached
    const cancelling = cancel(rider, booking.id)
    await untilWaiting(card.city)
    stop.release()
    expect([await paying, await cancelling]).toEqual([200, 'ok'])
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'CANCELLED', version: 2 })
    await card.refunded(attempt)
    expect(await card.refunds(attempt)).toMatchObject([{ key: 'cancel-v2', amount: minorOf(booking.trip_cost) }])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('pay/cancel, the cancel first: the late payment is refunded', async () => {
    const { rider, payer, booking, attempt } = await approved()
    const stop = card.city.server.failpoint.pause('cancel.before_commit')
    const cancelling = cancel(rider, booking.id)
    await stop.reached
    const paying = card.tell(attempt, 'webhook')
    await untilWaiting(card.city)
    stop.release()
    expect([await paying, await cancelling]).toEqual([200, 'ok'])
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'CANCELLED', version: 1 })
    await card.refunded(attempt)
    expect(await payer.payment(attempt)).toMatchObject({ state: 'given-back', bookingStatus: 'CANCELLED' })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['notice_late_payment', 'notice_refunded']),
    )
  })

  it('start/cancel: an attempt started before the cancel closes; none starts after it', async () => {
    const rider = await card.city.person('rider')
    const payer = card.payer(rider)
    const booking = await card.delivery(rider)
    const stop = card.city.server.failpoint.pause('start-payment.before_commit')
    const starting = card.begin(rider, payer, booking.id)
    await stop.reached
    const cancelling = cancel(rider, booking.id)
    await untilWaiting(card.city)
    stop.release()
    const { attempt } = await starting
    expect(await cancelling).toBe('ok')
    await waitFor(async () => (await card.attempts(booking.id))[0]?.status === 'CANCELLED')
    expect(await payer.payment(attempt)).toMatchObject({ state: 'cancelled', payable: false })
    const late = await payer.post({ order_id: booking.id })
    expect([late.status, ((await late.json()) as { error: { key: string } }).error.key]).toEqual([
      409,
      'payment_not_due',
    ])
  })

  it('refunds a payment of a booking that expired unpaid after 30 minutes [design/moves-38]', async () => {
    const { rider, booking, attempt } = await approved()
    const age = (minutes: number) =>
      db.request
        .updateTable('bookings')
        .set({ booking_date: new Date(Date.now() - minutes * 60_000), tripdate: new Date() })
        .where('id', '=', booking.id)
        .execute()
    await age(29)
    await expireBookings(card.city.server.app)
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'PAYMENT_PENDING' })
    await age(31)
    await expireBookings(card.city.server.app)
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'CANCELLED' })
    await card.tell(attempt, 'return')
    await card.refunded(attempt)
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('a crash between capture and settlement is completed by the reconciliation', async () => {
    const { booking, attempt } = await approved()
    for (const at of ['settle.begin', 'settle.locked', 'settle.before_commit']) {
      card.city.server.failpoint.fail(at, new Error('injected crash'))
      expect(await card.tell(attempt, 'webhook')).toBe(503)
      expect(await card.tell(attempt, 'return')).toBe(303)
      card.city.server.failpoint.clear()
      expect(await eventsOf(attempt)).toEqual([])
      expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'PAYMENT_PENDING', version: 0 })
    }
    await card.tell(attempt, 'query')
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'NEW', prepaid: true })
  })
})
