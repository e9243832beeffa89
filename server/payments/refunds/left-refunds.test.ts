import { peopleApi } from '@remis/domain/people/people-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import { untilWaiting } from '../../races/in-order.ts'
import { waitFor } from '../../testing/actors.ts'
import { keyOf, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { lockPayment } from '../payment-store.ts'
import { finishRefund } from './end-refund.ts'
import { refundsFor, type Cancelled } from './refund-fixture.ts'

const { card, stories, db } = await refundsFor(import.meta.url)

describe('refunds that are left to the office', () => {
  /** The office was notified, and nothing was credited; none of these notices was sent. */
  const expectLeft = async (story: Cancelled, admin: TestActor, others: readonly NoticeKey[]) => {
    const { booking, rider, attempt, refund, id, amount } = story
    // Undone, since the check of all invariants expects a complete erasure.
    await sql`update users set erased_at = null, deleted_at = null, usertype = 'rider'
      where id = ${rider.id}`.execute(db.request)
    expect(await refund()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await stories.noticesOf(booking.id, [...others, 'notice_refund_failed_unpaid'], [admin, rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_failed_unpaid' },
    ])
    expect(await stories.auditOf('refund.failed-unpaid', attempt)).toMatchObject([{ refund: id, amount }])
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
    ['of money that the payer’s bank takes back', (story: Cancelled) => stories.chargeBack(story)],
  ] as const
  it.each([
    ...notCredited.map((one) => [...one, 'refund-refused'] as const),
    [
      'of money that was refunded at the gateway before',
      (story: Cancelled) => stories.refundByHand(story),
      null,
    ] as const,
  ])(
    'that are refused for good and are %s are left to the office, once ([design/payments-106], [design/payments-110])',
    async (_, happens, scenario) => {
      const admin = await card.city.person('admin')
      const story = await stories.cancelled('refund-error')
      const { attempt, id } = story
      await stories.settled(id)
      await happens(story)
      await card.emulator.scenario(attempt, scenario)
      await card.makeDue('refunds', id)
      await stories.sweep()
      await stories.reporting(story)('the same', 'TR1', 'failed')
      await expectLeft(story, admin, ['notice_refunded', 'notice_refund_credited'])
      await stories.reporting(story)('made after all', 'TR1', 'done')
      expect(await story.refund()).toMatchObject({ status: 'done', failure: null })
    },
  )

  it.each(notCredited)(
    'that fail later and are %s are left to the office, once ([design/payments-105], [design/payments-110])',
    async (_, happens) => {
      const admin = await card.city.person('admin')
      const story = await stories.cancelled()
      const { attempt, refund } = story
      await waitFor(async () => (await refund())?.status === 'done')
      const made = (await card.emulator.order(attempt))?.refunds[0]?.id ?? ''
      await happens(story)
      const report = stories.reporting(story)
      await Promise.all([report('one', made, 'failed'), report('two', made, 'failed')])
      await expectLeft(story, admin, ['notice_refund_credited', 'notice_refund_failed'])
    },
  )

  it('that the office ended as made get their id from a report; an earlier failure is left to the office [design/payments-105]', async () => {
    const admin = await card.city.person('admin')
    const { app } = card.city.server
    const endedByOffice = async () => {
      const story = await stories.cancelled('refund-error')
      await stories.settled(story.id)
      await db.transact(async (tx) =>
        finishRefund(app, tx, await lockPayment(tx, story.attempt), story.id, { to: 'card', providerRefundId: null }),
      )
      return { ...story, report: stories.reporting(story) }
    }
    const messages = ['notice_refund_credited', 'notice_refund_failed', 'notice_refund_failed_unpaid'] as const

    const unknown = await endedByOffice()
    await unknown.report('one', 'TR7', 'failed')
    await unknown.report('two', 'TR7', 'failed')
    expect(await unknown.refund()).toMatchObject({ status: 'done' })
    expect(await card.ledgerOf(unknown.booking.id, unknown.rider.id)).toEqual({})
    expect(await stories.noticesOf(unknown.booking.id, messages, [admin, unknown.rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_failed_unpaid' },
    ])
    expect(await stories.auditOf('refund.failed-unpaid', unknown.attempt)).toHaveLength(1)
    // An old report and a repetition: the office pays, so the wallet must not be credited as well.
    await unknown.report('an old one', 'TR7', 'done')
    await unknown.report('three', 'TR7', 'failed')
    expect(await unknown.refund()).toMatchObject({ status: 'done' })

    const named = await endedByOffice()
    await named.report('made', 'TR8', 'done')
    await named.report('failed', 'TR8', 'failed')
    expect(await named.refund()).toMatchObject({ status: 'credited' })
    expect(await stories.noticesOf(named.booking.id, messages, [admin, named.rider])).toEqual([
      { user_id: named.rider.id, message: 'notice_refund_credited' },
      { user_id: admin.id, message: 'notice_refund_failed' },
    ])
    expect(await findBroken(db.request)).toEqual([])
  })

  const { refused, waiting, end } = stories
  const counted = async (admin: TestActor) => (await admin.call(dashboardApi.counts, {})).payments
  const money = ['notice_refunded', 'notice_refund_credited', 'notice_refund_made_late'] as const

  it.each([
    ['credit', 'settled'],
    ['settled', 'credit'],
  ] as const)(
    'wait in the review until one of two admins ends them: %s, then %s ([design/payments-113], [design/dashboard-12])',
    async (first, second) => {
      const [admin, other] = [await card.city.person('admin'), await card.city.person('admin')]
      const story = await refused()
      const { booking, rider, attempt, id, amount } = story
      expect(await waiting(admin, story)).toMatchObject([
        {
          id: attempt,
          refundId: id,
          orderId: booking.id,
          amount: booking.trip_cost,
          reason: 'refund_refused',
          refusal: 'refund_exceeds_payment',
          noCredit: null,
          ends: ['credit', 'settled'],
        },
      ])
      // the money may still reach the wallet, so the payer keeps the role, and the account is not erased
      const role = admin.call(peopleApi.changeRole, { params: { id: rider.id }, body: { usertype: 'driver' } })
      expect(await keyOf(role)).toBe('person_has_open_business')
      const before = (await counted(admin)) ?? 0
      const stop = card.city.server.failpoint.pause('end-review.before_commit')
      const one = end(admin, story, first)
      await stop.reached
      const two = end(other, story, second)
      await untilWaiting(card.city)
      stop.release()
      expect([await one, await two]).toEqual(['ok', 'payment_not_in_review'])
      expect(await waiting(admin, story)).toEqual([])
      expect(await counted(admin)).toBe(before - 1)

      const isCredit = first === 'credit'
      expect(await card.ledgerOf(booking.id, rider.id)).toEqual(
        isCredit ? { 'gateway-clearing': -amount, 'wallet payer': amount } : {},
      )
      const state = isCredit ? 'credited' : 'settled'
      expect(await card.shownRefund(booking.id, rider)).toEqual([state, state])
      expect(await stories.noticesOf(booking.id, money, [rider])).toEqual(
        isCredit ? [{ user_id: rider.id, message: 'notice_refund_credited' }] : [],
      )
      expect(await stories.auditOf(`payment.review-${first}`, attempt)).toEqual([
        { reason: 'Looked at the gateway', refund: id },
      ])
      await stories.reporting(story)('late', 'TR9', 'failed')
      expect(await card.shownRefund(booking.id, rider)).toEqual([state, state])
      expect(await findBroken(db.request)).toEqual([])
    },
  )

  it('are paid twice when the gateway makes them after a credit [design/payments-114]', async () => {
    const admin = await card.city.person('admin')
    const story = await refused()
    expect(await end(admin, story, 'credit')).toBe('ok')
    for (const event of ['one', 'two']) await stories.reporting(story)(event, 'TR9', 'done')
    // The credit in the wallet pays the debt at once.
    expect(await card.ledgerOf(story.booking.id, story.rider.id)).toEqual({})
    expect(await stories.auditOf('refund.paid-twice', story.attempt)).toHaveLength(1)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are ended by an admin or by a report that they were made, whichever comes first [design/payments-113]', async () => {
    const admin = await card.city.person('admin')
    const { failpoint } = card.city.server
    const first = await refused()
    const reported = failpoint.pause('settle.before_commit')
    const report = stories.reporting(first)('made', 'TR9', 'done')
    await reported.reached
    const late = end(admin, first, 'credit')
    await untilWaiting(card.city)
    reported.release()
    expect([await report, await late]).toEqual(['refund', 'payment_not_in_review'])
    expect(await card.shownRefund(first.booking.id, first.rider)).toEqual(['done', 'done'])

    const second = await refused()
    const ended = failpoint.pause('end-review.before_commit')
    const ending = end(admin, second, 'credit')
    await ended.reached
    const after = stories.reporting(second)('made', 'TR9', 'done')
    await untilWaiting(card.city)
    ended.release()
    expect([await ending, await after]).toEqual(['ok', 'refund'])
    expect(await stories.auditOf('refund.paid-twice', second.attempt)).toHaveLength(1)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are refunded to the card when the gateway makes them after they were settled, and settled again if that fails ([design/payments-114], [design/payments-116])', async () => {
    const admin = await card.city.person('admin')
    const story = await refused()
    const { booking, rider, attempt } = story
    expect(await end(admin, story, 'settled')).toBe('ok')
    const report = stories.reporting(story)
    await Promise.all([report('one', 'TR9', 'done'), report('two', 'TR9', 'done')])
    await report('three', 'TR9', 'done')
    expect(await card.shownRefund(booking.id, rider)).toEqual(['done', 'done'])
    expect(await stories.noticesOf(booking.id, money, [admin, rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_made_late' },
      { user_id: rider.id, message: 'notice_refunded' },
    ])
    expect(await stories.auditOf('refund.made-late', attempt)).toHaveLength(1)
    // It counts as settled again, however often the gateway makes it.
    for (const made of ['TR9', 'TR10']) {
      await report(`${made} made`, made, 'done')
      await report(`${made} failed`, made, 'failed')
      await report(`${made} failed again`, made, 'failed')
      await report(`${made} late`, made, 'done')
      expect(await card.shownRefund(booking.id, rider)).toEqual(['settled', 'settled'])
    }
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await stories.noticesOf(booking.id, ['notice_refund_late_failed'], [admin, rider])).toEqual([
      { user_id: admin.id, message: 'notice_refund_late_failed' },
      { user_id: admin.id, message: 'notice_refund_late_failed' },
    ])
    expect(await stories.auditOf('refund.late-failed', attempt)).toHaveLength(2)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('that failed later leave the review when the gateway makes another one, and not by an old report [design/payments-114]', async () => {
    const admin = await card.city.person('admin')
    const story = await stories.cancelled()
    const { attempt, refund } = story
    await waitFor(async () => (await refund())?.status === 'done')
    const made = (await card.emulator.order(attempt))?.refunds[0]?.id ?? ''
    await stories.chargeBack(story)
    const report = stories.reporting(story)
    await report('one', made, 'failed')
    await report('an old one', made, 'done')
    expect(await waiting(admin, story)).toMatchObject([
      { reason: 'refund_failed', refusal: null, noCredit: 'disputed', ends: ['settled'] },
      { reason: 'charged_back' },
    ])
    await report('another', 'TR9', 'done')
    expect(await waiting(admin, story)).toMatchObject([{ reason: 'charged_back' }])
    expect(await card.shownRefund(story.booking.id, story.rider)).toEqual(['done', 'done'])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('of a disputed payment may be credited once the dispute is won; another dispute is listed again ([design/payments-108], [design/payments-111])', async () => {
    const admin = await card.city.person('admin')
    const left = async () => {
      const story = await stories.cancelled('refund-error')
      await stories.settled(story.id)
      await stories.chargeBack(story)
      await card.emulator.scenario(story.attempt, 'refund-refused')
      await card.makeDue('refunds', story.id)
      await stories.sweep()
      return story
    }
    const won = await left()
    expect(await end(admin, won, 'credit')).toBe('payment_review_refused')
    expect(await end(admin, won, 'won', 'payment')).toBe('ok')
    expect(await waiting(admin, won)).toMatchObject([{ refundId: won.id, noCredit: null }])
    await stories.chargeBack(won, 'arbitration')
    expect(await end(admin, won, 'credit')).toBe('payment_review_refused')
    expect(await end(admin, won, 'won', 'payment')).toBe('ok')
    expect(await end(admin, won, 'credit')).toBe('ok')
    expect(await card.shownRefund(won.booking.id, won.rider)).toEqual(['credited', 'credited'])

    const lost = await left()
    expect(await end(admin, lost, 'lost', 'payment')).toBe('ok')
    await stories.chargeBack(lost, 'funds withdrawn')
    expect(await waiting(admin, lost)).toMatchObject([{ refundId: lost.id, noCredit: 'disputed', ends: ['settled'] }])
    expect(await end(admin, lost, 'settled')).toBe('ok')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are credited with a second admin above creditApprovalAbove [design/money-112]', async () => {
    const { settings } = card.city.server.app
    const [admin, other] = [await card.city.person('admin'), await card.city.person('admin')]
    const story = await refused()
    await settings.change({ creditApprovalAbove: 1 }, null)
    expect(await end(admin, story, 'credit')).toBe('ok')
    expect(await card.ledgerOf(story.booking.id, story.rider.id)).toEqual({})
    expect(await end(admin, story, 'credit')).toBe('credit_needs_other_admin')
    const asked = { creditAskedBy: admin.name, reason: 'refund_refused' }
    expect(await waiting(admin, story)).toMatchObject([{ ...asked, noCredit: 'own-ask', ends: ['settled'] }])
    expect(await waiting(other, story)).toMatchObject([{ ...asked, noCredit: null, ends: ['credit', 'settled'] }])
    expect(await stories.noticesOf(story.booking.id, ['notice_refund_credit_waits'], [admin, other])).toEqual([
      { user_id: other.id, message: 'notice_refund_credit_waits' },
    ])
    expect(await end(other, story, 'credit')).toBe('ok')
    expect(await card.shownRefund(story.booking.id, story.rider)).toEqual(['credited', 'credited'])
    expect(await stories.auditOf('payment.credit-asked', story.attempt)).toHaveLength(1)
    expect(await stories.auditOf('payment.review-credit', story.attempt)).toHaveLength(1)
    await settings.change({ creditApprovalAbove: 0 }, null)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are credited by the admin who asked once creditApprovalAbove does not apply [design/money-112]', async () => {
    const { settings } = card.city.server.app
    const admin = await card.city.person('admin')
    const story = await refused()
    await settings.change({ creditApprovalAbove: 1 }, null)
    expect(await end(admin, story, 'credit')).toBe('ok')
    expect(await end(admin, story, 'credit')).toBe('credit_needs_other_admin')
    await settings.change({ creditApprovalAbove: 0 }, null)
    expect(await waiting(admin, story)).toMatchObject([
      { creditAskedBy: null, noCredit: null, ends: ['credit', 'settled'] },
    ])
    expect(await end(admin, story, 'credit')).toBe('ok')
    expect(await card.shownRefund(story.booking.id, story.rider)).toEqual(['credited', 'credited'])
    expect(await stories.auditOf('payment.review-credit', story.attempt)).toHaveLength(1)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('without an answer are settled where the wallet may not be credited [design/payments-101]', async () => {
    const admin = await card.city.person('admin')
    const story = await stories.cancelled('refund-error')
    await stories.settled(story.id)
    await stories.chargeBack(story)
    await stories.silent(story)
    expect(await waiting(admin, story)).toMatchObject([
      { reason: 'refund_no_answer', ends: ['made', 'settled'] },
      { reason: 'charged_back', ends: ['won', 'lost'] },
    ])
    expect(await end(admin, story, 'settled')).toBe('ok')
    expect(await card.shownRefund(story.booking.id, story.rider)).toEqual(['settled', 'settled'])
    expect(await card.ledgerOf(story.booking.id, story.rider.id)).toEqual({})
    expect(await findBroken(db.request)).toEqual([])
  })
})
