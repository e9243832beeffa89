import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { findBroken } from '../../verify/verify.ts'
import { requestRefundOfBooking } from './request-refund.ts'
import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { makeRefund } from './make-refund.ts'
import { refundsFor } from './refund-fixture.ts'

const { card, stories, db } = await refundsFor(import.meta.url)
const tried = (id: string, times: number) =>
  waitFor(async () => {
    const row = await db.request.selectFrom('refunds').select('tries').where('id', '=', id).executeTakeFirstOrThrow()
    return row.tries >= times
  })

describe('refunds', () => {
  it('are requested in the transaction of the cancel and made by a job of the event stream', async () => {
    const { payer, booking, rider, attempt, refund, amount } = await stories.cancelled()
    expect(await refund()).toMatchObject({ key: 'cancel-v2', amount })
    await waitFor(async () => (await refund())?.status === 'done')
    expect((await card.emulator.order(attempt))?.refunds).toMatchObject([{ minor: amount, status: 'done' }])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await payer.payment(attempt)).toMatchObject({ status: 'REFUNDED', refunded: booking.trip_cost })
    expect(await card.shownRefund(booking.id, rider)).toEqual(['done', 'done'])
  })

  it('are tried again while the gateway is unreachable, and never credited to the wallet for that', async () => {
    const { booking, rider, attempt, refund, id } = await stories.cancelled('refund-error')
    await stories.settled(id)
    expect(await card.shownRefund(booking.id, rider)).toEqual(['open', 'asked'])
    for (const _ of [1, 2, 3]) {
      await card.makeDue('refunds', id)
      await makeRefund(card.city.server.app, id)
    }
    expect(await refund()).toMatchObject({ status: 'asked' })
    expect(await card.ledgerOf(booking.id, rider.id)).not.toHaveProperty('wallet payer')
    await card.emulator.scenario(attempt, null)
    await card.makeDue('refunds', id)
    await stories.sweep()
    expect(await refund()).toMatchObject({ status: 'done' })
    expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('are credited to the wallet once when the gateway refuses for good', async () => {
    const { booking, rider, attempt, refund, id, amount } = await stories.cancelled('refund-refused')
    await waitFor(async () => (await refund())?.status === 'credited')
    await makeRefund(card.city.server.app, id)
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    expect((await card.emulator.order(attempt))?.refunds).toEqual([])
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices.map(({ message }) => message)).toContain('notice_refund_credited')
    expect(await card.shownRefund(booking.id, rider)).toEqual(['credited', 'credited'])
  })

  it('are not used up by an outage of two weeks: the first refusal after it is not the last [design/payments-60]', async () => {
    const { booking, rider, attempt, refund, id } = await stories.cancelled('refund-error')
    await stories.settled(id)
    await sql`update refunds set created_at = created_at - interval '15 days' where id = ${id}`.execute(db.request)
    const again = async (scenario: 'unauthorized' | 'refund-later' | null) => {
      await card.emulator.scenario(attempt, scenario)
      await card.makeDue('refunds', id)
      await stories.sweep()
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
    const made = await stories.cancelled('refund-refused')
    const { booking, rider, attempt, refund, id, amount } = made
    await waitFor(async () => (await refund())?.status === 'credited')
    const report = stories.reporting(made)
    await Promise.all([report('one', 'TR1', 'done'), report('two', 'TR1', 'done')])
    await report('three', 'TR1', 'done')
    // The credit in the wallet pays the debt at once.
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
    expect(await refund()).toMatchObject({ status: 'credited' })
    expect(
      await stories.noticesOf(booking.id, ['notice_refunded_twice', 'notice_refund_claim'], [admin, rider]),
    ).toEqual([
      { user_id: admin.id, message: 'notice_refund_claim' },
      { user_id: rider.id, message: 'notice_refunded_twice' },
    ])
    expect(await stories.auditOf('refund.paid-twice', attempt)).toMatchObject([{ refund: id, amount }])
    expect(await card.shownRefund(booking.id, rider)).toEqual(['done', 'credited'])
  })

  it('that were paid twice and fail are credited to the wallet once, also after a second refund [design/payments-115]', async () => {
    const admin = await card.city.person('admin')
    const story = await stories.cancelled('refund-refused')
    const { booking, rider, attempt, refund, id, amount } = story
    await waitFor(async () => (await refund())?.status === 'credited')
    const report = stories.reporting(story)
    const inWallet = { 'gateway-clearing': -amount, 'wallet payer': amount }
    for (const made of ['TR1', 'TR2']) {
      await report(`${made} made`, made, 'done')
      await report(`${made} other`, 'other', 'failed')
      expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
      await Promise.all([report(`${made} failed`, made, 'failed'), report(`${made} again`, made, 'failed')])
      await report(`${made} late`, made, 'done')
      expect(await card.ledgerOf(booking.id, rider.id)).toEqual(inWallet)
      expect(await card.shownRefund(booking.id, rider)).toEqual(['credited', 'credited'])
    }
    const messages = ['notice_refund_debt_ended', 'notice_refund_late_failed'] as const
    expect(await stories.noticesOf(booking.id, messages, [admin, rider])).toEqual([
      { user_id: rider.id, message: 'notice_refund_debt_ended' },
      { user_id: rider.id, message: 'notice_refund_debt_ended' },
      { user_id: admin.id, message: 'notice_refund_late_failed' },
      { user_id: admin.id, message: 'notice_refund_late_failed' },
    ])
    expect(await stories.auditOf('refund.late-failed', attempt)).toMatchObject([
      { refund: id, amount },
      { refund: id, amount },
    ])
    expect(await findBroken(db.request)).toEqual([])
    await sql`update refunds set paid_twice_at = clock_timestamp() where id = ${id}`.execute(db.request)
    expect((await findBroken(db.request)).map(({ invariant }) => invariant)).toEqual(['M13'])
    await sql`update refunds set paid_twice_at = null where id = ${id}`.execute(db.request)
  })

  it('that were paid twice and fail are left to the office if the wallet may not be credited [design/payments-115]', async () => {
    const admin = await card.city.person('admin')
    const twice = async () => {
      const story = await stories.refused()
      expect(await stories.end(admin, story, 'credit')).toBe('ok')
      const report = stories.reporting(story)
      await report('made', 'TR9', 'done')
      await stories.chargeBack(story)
      await report('failed', 'TR9', 'failed')
      expect(await stories.waiting(admin, story)).toMatchObject([
        { reason: 'refund_failed', noCredit: 'disputed', ends: ['settled'] },
        { reason: 'charged_back' },
      ])
      return { story, report, shown: () => card.shownRefund(story.booking.id, story.rider) }
    }
    const settled = await twice()
    expect(await stories.end(admin, settled.story, 'settled')).toBe('ok')
    expect(await settled.shown()).toEqual(['settled', 'settled'])
    await settled.report('made late', 'TR10', 'done')
    expect(await settled.shown()).toEqual(['done', 'credited'])
    await settled.report('failed too', 'TR10', 'failed')
    expect(await settled.shown()).toEqual(['settled', 'settled'])

    const credited = await twice()
    expect(await stories.end(admin, credited.story, 'won', 'payment')).toBe('ok')
    expect(await stories.end(admin, credited.story, 'credit')).toBe('ok')
    const { booking, rider, amount } = credited.story
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    expect(await credited.shown()).toEqual(['credited', 'credited'])
    expect(await findBroken(db.request)).toEqual([])
  })

  it.each(['credit', 'settled'] as const)(
    'that end with %s while the gateway accepts them are audited, and admins are notified, once [design/payments-117]',
    async (how) => {
      const admin = await card.city.person('admin')
      const story = await stories.cancelled('refund-error')
      const { booking, rider, attempt, id, amount } = story
      await stories.settled(id)
      if (how === 'settled') await stories.chargeBack(story)
      await stories.silent(story)
      await card.emulator.scenario(attempt, 'refund-pending')
      await card.makeDue('refunds', id)
      const stop = card.city.server.failpoint.pause('refund.answered')
      const trying = stories.sweep()
      await stop.reached
      expect(await stories.end(admin, story, how)).toBe('ok')
      stop.release()
      await trying
      expect(await card.shownRefund(booking.id, rider)).toEqual(
        how === 'credit' ? ['credited', 'credited'] : ['settled', 'settled'],
      )
      expect(await stories.noticesOf(booking.id, ['notice_refund_accepted_late'], [admin, rider])).toEqual([
        { user_id: admin.id, message: 'notice_refund_accepted_late' },
      ])
      expect(await stories.auditOf('refund.accepted-late', attempt)).toMatchObject([{ refund: id, amount }])
      expect(await findBroken(db.request)).toEqual([])
    },
  )

  it('that fail after they were done are credited to the wallet, once, and payer and admins are notified [design/payments-100]', async () => {
    const admin = await card.city.person('admin')
    const story = await stories.cancelled()
    const { booking, rider, attempt, refund, id, amount } = story
    await waitFor(async () => (await refund())?.status === 'done')
    const made = (await card.emulator.order(attempt))?.refunds[0]?.id ?? ''
    const report = stories.reporting(story)
    await report('a try that failed before', 'other', 'failed')
    expect(await refund()).toMatchObject({ status: 'done' })
    await Promise.all([report('one', made, 'failed'), report('two', made, 'failed')])
    await report('an old one', made, 'done')
    expect(await card.shownRefund(booking.id, rider)).toEqual(['credited', 'credited'])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    const messages = ['notice_refund_credited', 'notice_refund_failed', 'notice_refunded_twice'] as const
    expect(await stories.noticesOf(booking.id, messages, [admin, rider])).toEqual([
      { user_id: rider.id, message: 'notice_refund_credited' },
      { user_id: admin.id, message: 'notice_refund_failed' },
    ])
    expect(await stories.auditOf('refund.failed', attempt)).toMatchObject([{ refund: id, amount }])
    expect(await findBroken(db.request)).toEqual([])
    await sql`update refunds set failed_at = null where id = ${id}`.execute(db.request)
    expect((await findBroken(db.request)).map(({ invariant }) => invariant)).toEqual(['M13'])
    await sql`update refunds set failed_at = clock_timestamp() where id = ${id}`.execute(db.request)
  })

  it('that are accepted are polled until done; the open row keeps M16 meanwhile', async () => {
    const { booking, rider, attempt, refund, id, amount } = await stories.cancelled('refund-pending')
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
    const { attempt, refund, id } = await stories.cancelled('refund-error')
    await stories.settled(id)
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
      const { attempt, refund, id } = await stories.cancelled('refund-error')
      await stories.settled(id)
      await card.emulator.scenario(attempt, null)
      card.city.server.failpoint.fail(at, new Error('injected crash'))
      await card.makeDue('refunds', id)
      await expect(makeRefund(card.city.server.app, id)).rejects.toThrow('injected crash')
      expect(await refund()).toMatchObject({ status: 'asked' })
      expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
      card.city.server.failpoint.clear()
      await card.makeDue('refunds', id)
      await stories.sweep()
      expect(await refund()).toMatchObject({ status: 'done' })
      expect((await card.emulator.order(attempt))?.refunds).toHaveLength(1)
    },
  )

  it('never exceed what was captured, also when requested concurrently [invariants-M13]', async () => {
    const { booking, attempt, amount } = await stories.cancelled('refund-error')
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
    const { refund, id, booking } = await stories.cancelled()
    await waitFor(async () => (await refund())?.status === 'done')
    await tried(id, 1)
    const again = sql`insert into ledger_transactions (id, kind, booking_id, reference)
      values (${newId()}, 'refund', ${booking.id}, ${id})`.execute(db.request)
    await expect(again).rejects.toMatchObject({ constraint: 'ledger_one_per_reference' })
  })
})
