import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import type { ReviewEnd } from '@remis/domain/payments/payment-review'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { Attempt, PaymentOutcome } from '../../providers/payments/payments-provider.ts'
import { waitFor } from '../../testing/actors.ts'
import { openCardCity, type CardCity } from '../../testing/card-story.ts'
import { keyOf, type TestActor } from '../../testing/test-city.ts'
import { databaseFor, type TestDatabase } from '../../testing/test-database.ts'
import { settlePayment } from '../settle-payment.ts'
import { makeRefundsAt } from './make-refund.ts'

/** Refunds of prepaid deliveries, for tests. */
const refundStories = (card: CardCity, { db }: TestDatabase) => {
  const minorOf = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

  /** A cancelled prepaid delivery, so its whole price is refunded. `trouble`: how the gateway treats the refund. */
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
  type Cancelled = Awaited<ReturnType<typeof cancelled>>

  /** What the gateway's webhook says of the payment. */
  const hear = ({ attempt: attemptId }: Cancelled, event: string, outcome: PaymentOutcome) =>
    settlePayment(card.city.server.app, 'test', { attemptId, eventKey: `${attemptId}:${event}`, outcome }, 'webhook')
  const moneyOf = ({ amount: minor, booking: { currency } }: Cancelled) => ({ minor, currency })

  /** Waits until the gateway has failed once. */
  const settled = (id: string) =>
    waitFor(async () => {
      const row = await db.request.selectFrom('refunds').select('failure').where('id', '=', id).executeTakeFirst()
      return row?.failure !== null
    })
  /** What the gateway's sweep does. */
  const sweep = () => makeRefundsAt(card.city.server.app, card.city.server.app.gateways[0] ?? null)
  /** The office refunds the payment at the gateway. */
  const refundByHand = async (story: Cancelled) => {
    await card.emulator.scenario(story.attempt, null)
    const request = { key: 'by hand', money: moneyOf(story), reason: '', alike: 0 }
    return card.emulator.adapter().refund({ id: story.attempt } as Attempt, request, AbortSignal.timeout(5000))
  }

  return {
    cancelled,
    settled,
    sweep,
    refundByHand,
    /** A refund that the gateway refuses because the office refunded the payment there before. */
    refused: async () => {
      const story = await cancelled('refund-error')
      await settled(story.id)
      await refundByHand(story)
      await card.makeDue('refunds', story.id)
      await sweep()
      return story
    },
    /** The office decides, since the gateway has been silent for too long. */
    silent: ({ id }: Cancelled) =>
      sql`update refunds set silent_since = clock_timestamp(), office_told_at = clock_timestamp()
        where id = ${id}`.execute(db.request),
    waiting: async (admin: TestActor, { attempt }: Cancelled) =>
      (await admin.call(paymentsApi.inReview, { query: { search: attempt } })).rows,
    end: (admin: TestActor, { attempt, id }: Cancelled, how: ReviewEnd, of: 'refund' | 'payment' = 'refund') => {
      const body = { end: how, reason: 'Looked at the gateway', ...(of === 'refund' ? { refundId: id } : {}) }
      return keyOf(admin.call(paymentsApi.endReview, { params: { id: attempt }, body }))
    },
    /** Reports a chargeback. */
    chargeBack: (story: Cancelled, event = 'dispute') =>
      hear(story, event, { kind: 'reversed', money: moneyOf(story), providerPaymentId: 'TP1' }),
    /** Reports this refund with the id, as the gateway's webhook does. */
    reporting: (story: Cancelled) => (event: string, providerRefundId: string, status: 'failed' | 'done') => {
      const refundKey = `${story.attempt}-cancel-v2`
      return hear(story, event, { kind: 'refund', money: moneyOf(story), refundKey, providerRefundId, status })
    },
    /** The notices of a booking with these messages to these people. */
    noticesOf: (bookingId: string, messages: readonly NoticeKey[], people: readonly TestActor[]) =>
      db.request
        .selectFrom('notices')
        .select(['user_id', 'message'])
        .where('booking_id', '=', bookingId)
        .where('message', 'in', messages)
        .where((row) => sql<boolean>`${row.ref('user_id')} = any(${people.map(({ id }) => id)})`)
        .orderBy('message')
        .execute(),
    auditOf: async (action: string, attempt: string) =>
      (
        await db.request
          .selectFrom('audit_log')
          .select('data')
          .where('action', '=', action)
          .where('subject', '=', `payment:${attempt}`)
          .execute()
      ).map(({ data }) => data),
  }
}

export type Cancelled = Awaited<ReturnType<ReturnType<typeof refundStories>['cancelled']>>

/** Opens a delivery city with a driver and its refunds. Clears failpoints before each test. */
export const refundsFor = async (url: string) => {
  const database = await databaseFor(url)
  const card = await openCardCity(database, 'delivery')
  await card.city.driver()
  beforeEach(() => card.city.server.failpoint.clear())
  return { card, stories: refundStories(card, database), db: database.db }
}
