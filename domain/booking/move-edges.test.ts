import { describe, expect, test } from 'vitest'
import { capture, chargeRider, holdRelease, hold, reversal } from '../wallet/postings.ts'
import type { Booking } from './booking.ts'
import {
  accepted,
  admin,
  after,
  arrived,
  atPickup,
  cardRefund,
  changed,
  driver,
  made,
  minute,
  noTrack,
  reached,
  refused,
  rider,
  started,
  system,
  t0,
} from './example-booking.ts'
import { abort } from './moves/abort.ts'
import { arrive } from './moves/arrive.ts'
import { cancel } from './moves/cancel.ts'
import { complete } from './moves/complete.ts'
import { expire } from './moves/expire.ts'
import { notPaid, pay, payByCard } from './moves/pay.ts'
import { payUpFront } from './moves/pay-up-front.ts'
import { rate } from './moves/rate.ts'
import { reach } from './moves/reach.ts'
import { writeOff } from './moves/write-off.ts'
import { defaultSettings } from '../backoffice/settings.ts'

/** Boundaries of the moves and what they record beside the status; found by mutation tests (`npm run mutation`). */
const quoted = 276_00
const end = t0 + 15 * minute
const stopped = { reason: 'car broke down', clock: '10:15:00', speed: 1 }
const reason = { id: 'reason-one', label: 'Changed my mind' }
const byRider = { reason, noShow: false, noShowMinutes: 5, presence: atPickup(t0 + 10 * minute) }
const minutes = { paymentPendingMinutes: 30, newMinutes: 60 }
const promo = {
  id: 'promo-one',
  promo_name: 'TEN',
  promo_discount_type: 'flat',
  promo_discount_value: 10,
  max_promo_discount_value: 10,
} as const

describe('abort', () => {
  test.each([0, quoted])('accepts a fare of %i, the least and the most [design/moves-37]', (fare) => {
    expect(changed(abort(started(), admin, { ...stopped, fare }, end)).patch.trip_cost).toBe(fare)
  })
  test.each([-1, quoted + 1, 0.5])('refuses a fare of %d', (fare) => {
    expect(refused(abort(started(), admin, { ...stopped, fare }, end)).refuse).toMatchObject({
      status: 422,
      key: 'invalid_input',
      fields: { fare: expect.any(String) },
    })
  })
  test('measures the trip from its start, never below zero', () => {
    expect(changed(abort(started(), admin, { ...stopped, fare: null }, end)).patch.total_trip_time).toBe(600)
    expect(changed(abort(started(), admin, { ...stopped, fare: null }, t0)).patch.total_trip_time).toBe(0)
    expect(changed(abort(reached(), admin, { ...stopped, fare: 100 }, end)).patch.fare?.final).toMatchObject({
      tripCost: 100,
    })
  })
  test('with a fare counts as ended now at the pickup, at the drop when it was reached there [design/money-49]', () => {
    const reachedAt = (trip: Booking) => changed(abort(trip, admin, { ...stopped, fare: 100 }, end + 1)).patch.reachedAt
    expect([arrived(), started(), reached()].map(reachedAt)).toEqual([end + 1, end + 1, end])
  })
  test('with a fare of 0 leaves nothing to pay, and no notice says that the rider paid', () => {
    const change = changed(abort(started(), admin, { ...stopped, fare: 0 }, end))
    expect(change.to).toBe('PAID')
    expect(change.notices?.filter(({ user }) => user === 'rider-one').map(({ message }) => message)).toEqual([
      'notice_nothing_due',
      'notice_ended_office',
    ])
  })
  test.each([null, 100])('records reason and fare %s, and notifies both sides', (fare) => {
    const change = changed(abort(started(), admin, { ...stopped, fare }, end))
    const params = { reason: stopped.reason }
    expect(change).toMatchObject({
      audit: { action: 'booking.abort', data: { reason: stopped.reason, fare } },
      data: { reason: stopped.reason },
    })
    const message = fare === null ? 'notice_cancelled_office' : 'notice_ended_office'
    expect(change.notices).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user: 'rider-one', message, params }),
        expect.objectContaining({ user: 'driver-one', message, params }),
      ]),
    )
  })
})

describe('cancel', () => {
  const late = t0 + 6 * minute
  test('charges at most the fee that the rider was shown [design/moves-34]', () => {
    expect(refused(cancel(accepted(), rider, { ...byRider, agreedFee: 59_99 }, late)).refuse).toMatchObject({
      key: 'cancellation_fee_changed',
      extra: { fee: 60 },
    })
    for (const agreedFee of [60_00, null, undefined])
      expect(
        changed(cancel(accepted(), rider, { ...byRider, ...(agreedFee === undefined ? {} : { agreedFee }) }, late))
          .data,
      ).toEqual({
        reason: reason.label,
        fee: 60_00,
      })
  })
  test.each([
    [rider, 'rider', 'notice_you_cancelled_fee', 'notice_cancelled_driver_fee_pending'],
    [driver, 'driver', 'notice_cancelled_rider', 'notice_you_cancelled_trip'],
    [admin, 'admin', 'notice_cancelled_office', 'notice_cancelled_office'],
  ] as const)('by %o records who cancelled and notifies both sides [notices-4]', (actor, cancelledBy, ...messages) => {
    const change = changed(cancel(accepted(), actor, byRider, late))
    expect(change.patch).toMatchObject({ cancelledBy, reason: reason.label, reasonId: reason.id })
    expect(change.notices?.map(({ user, message }) => [user, message])).toEqual([
      ['rider-one', messages[0]],
      ['driver-one', messages[1]],
    ])
    const other = change.notices?.find(({ user }) => user !== actor.id)
    expect(other?.params).toMatchObject({ reason: reason.label })
  })
  test('records a no-show and notifies both sides of its fee [design/moves-35]', () => {
    const facts = { ...byRider, noShow: true, collection: { balance: 60_00, guaranteed: false } }
    const change = changed(cancel(arrived(), driver, facts, t0 + 10 * minute))
    expect(change.data).toMatchObject({ noShow: true })
    expect(change.notices).toMatchObject([
      { user: 'rider-one', message: 'notice_no_show', params: { fee: 60 } },
      { user: 'driver-one', message: 'notice_no_show_driver', params: { fee: 60 } },
    ])
  })
})

describe('moves by elapsed time', () => {
  test('a booking that is not paid for expires after its minutes, without a notice [design/moves-38]', () => {
    const booking = made({ appcat: 'delivery' })
    const due = t0 + minutes.paymentPendingMinutes * minute
    expect(booking.status).toBe('PAYMENT_PENDING')
    expect(refused(expire(booking, system, minutes, due - 1)).refuse.status).toBe(409)
    expect(changed(expire(booking, system, minutes, due))).toMatchObject({ to: 'CANCELLED', notices: [] })
  })
  test('a NEW booking expires with a notice to the rider, without a fee [design/money-17]', () => {
    const change = changed(expire(made(), system, minutes, t0 + 1000 * minute))
    expect(change.postings).toBeUndefined()
    expect(change.notices).toMatchObject([{ user: 'rider-one', message: 'notice_expired' }])
  })
  test('expire and complete are moves of the system only [design/moves-2]', () => {
    expect(refused(expire(made(), rider, minutes, t0 + 1000 * minute)).refuse.status).toBe(409)
    expect(refused(complete(reached(), rider, { afterHours: 24 }, end)).refuse.status).toBe(409)
  })
  test('complete records its time [design/moves-33]', () => {
    const paid = after(reached(), pay(reached(), driver, { payment_mode: 'cash' }, end))
    const due = end + 24 * 60 * minute
    expect(refused(complete(paid, system, { afterHours: 24 }, due - 1)).refuse.status).toBe(409)
    expect(changed(complete(paid, system, { afterHours: 24 }, due)).patch).toEqual({ completedAt: due })
  })
})

describe('create', () => {
  test('a wallet that holds exactly the price after the promo is enough [design/moves-12]', () => {
    const customer = (walletBalance: number) => ({
      id: 'rider-one',
      name: 'Rider One',
      email: null,
      contact: null,
      image: null,
      walletBalance,
    })
    const options = { payment_mode: 'wallet', promo } as const
    const booking = made({ ...options, customer: customer(quoted - 10_00) })
    expect(booking).toMatchObject({ usedWalletMoney: quoted - 10_00, booking_type_admin: false })
    expect(() => made({ ...options, customer: customer(quoted - 10_00 - 1) })).toThrow()
    expect(made({ customer: customer(0) }).usedWalletMoney).toBe(0)
  })
  test('only riders and admins book', () => {
    for (const actor of [driver, system]) expect(() => made({}, actor)).toThrow()
    expect(made({}, admin).booking_type_admin).toBe(true)
  })
})

describe('paying', () => {
  const waiting = () => after(reached(), notPaid(reached(), driver))
  test('a rider turns a PENDING booking into card mode with no cash [design/moves-30]', () => {
    expect(changed(payByCard(waiting(), rider))).toMatchObject({
      move: 'pay-by-card',
      from: 'PENDING',
      to: 'PENDING',
      patch: { payment_mode: 'card', cashPaymentAmount: 0 },
    })
    expect(refused(payByCard(reached(), rider)).refuse.status).toBe(409)
    expect(refused(payByCard(waiting(), driver)).refuse.status).toBe(409)
  })
  test('cash that was not paid is owed, with a notice of the amount [design/moves-29]', () => {
    expect(changed(notPaid(reached(), driver)).notices).toMatchObject([
      { user: 'rider-one', message: 'notice_payment_due', params: { total: 276 } },
    ])
  })
  test('each way of paying records its mode; card money is captured before it is settled [design/moves-28]', () => {
    const card = { payment_mode: 'card', captured: quoted, gateway: 'test', reference: 'p1' } as const
    expect(
      changed(pay(reached({ payment_mode: 'cash' }), driver, { payment_mode: 'cash' }, end)).patch.payment_mode,
    ).toBe('cash')
    expect(changed(pay(waiting(), rider, { payment_mode: 'wallet', balance: quoted }, end)).patch.payment_mode).toBe(
      'wallet',
    )
    const paid = changed(pay(waiting(), system, card, end))
    expect(paid.patch.payment_mode).toBe('card')
    expect(paid.postings?.map(({ kind }) => kind)).toEqual(['capture', 'settlement'])
  })
  test('a card surplus is refunded at the end of the trip [design/moves-24]', () => {
    const prepaid = { ...started(), payment_mode: 'card' as const, prepaid: true, cardPaymentAmount: quoted + 50_00 }
    const change = changed(reach(prepaid, driver, { ...noTrack, appcat: 'delivery' }, end))
    expect(change).toMatchObject({ to: 'PAID', refund: 50_00, patch: { cardPaymentAmount: quoted, fareFlags: [] } })
    const exact = { ...prepaid, cardPaymentAmount: quoted }
    expect(changed(reach(exact, driver, noTrack, end))).not.toHaveProperty('refund')
    const less = changed(reach({ ...prepaid, cardPaymentAmount: 76_00 }, driver, noTrack, end))
    expect(less).toMatchObject({
      to: 'PENDING',
      patch: { payableAmount: 200_00 },
      notices: [{ message: 'notice_payment_due', params: { total: 200 } }],
    })
  })
  test('a delivery paid up front starts its search once [design/moves-16]', () => {
    const facts = { captured: quoted, gateway: 'test', reference: 'p1', settings: defaultSettings }
    const waits = made({ appcat: 'delivery' })
    expect(changed(payUpFront(waits, system, facts, t0 + 1)).patch.searches).toBe(1)
    const office = { ...facts, settings: { ...defaultSettings, autoDispatch: false } }
    expect(changed(payUpFront(waits, system, office, t0 + 1)).patch).toMatchObject({
      searches: 0,
      searchStartedAt: null,
    })
    expect(refused(payUpFront(waits, rider, facts, t0 + 1)).refuse.status).toBe(409)
  })
  test('a write-off records reason and amount in the audit log; only an admin may [design/moves-31]', () => {
    expect(changed(writeOff(waiting(), admin, { reason: 'unreachable' }, end))).toMatchObject({
      audit: { action: 'booking.write-off', data: { reason: 'unreachable', amount: quoted } },
      data: { reason: 'unreachable', amount: quoted },
      // the rider has not paid
      notices: [{ message: 'notice_nothing_due' }, { message: 'notice_paid_driver' }],
    })
    expect(refused(writeOff(waiting(), rider, { reason: 'unreachable' }, end)).refuse.status).toBe(409)
  })
})

test('the arrival stores its time and notifies the rider with the name of the driver [design/moves-18] [booking-12]', () => {
  expect(changed(arrive(accepted(), driver, { fix: { ...accepted().pickup, at: end } }, end))).toMatchObject({
    to: 'ARRIVED',
    patch: { driver_arrive_time: end },
    notices: [{ user: 'rider-one', message: 'notice_arrived', params: { driver: 'Driver One' } }],
  })
})

test.each([1, 5])('a rating of %i star(s) is stored and shown to the driver [design/moves-32]', (stars) => {
  const paid = after(reached(), pay(reached(), driver, { payment_mode: 'cash' }, end))
  const change = changed(
    rate(paid, rider, { rate: stars, tags: [], feedback: null, withinDays: 7, driverErased: false }, end),
  )
  expect(change).toMatchObject({
    patch: { rating: stars },
    data: { rating: stars },
    notices: [{ user: 'driver-one', message: 'notice_rated', params: { stars } }],
  })
})

describe('postings', () => {
  test('name their booking and their reference, which the unique indexes rely on [design/money-12]', () => {
    expect(hold('B', 'R', 5)).toMatchObject({ bookingId: 'B', reference: null })
    expect(holdRelease('B', 'R', 5)).toMatchObject({ bookingId: 'B', reference: null })
    expect(capture('B', 'test', 5, 'p1')).toMatchObject({
      bookingId: 'B',
      reference: 'p1',
      entries: [
        { account: 'gateway-clearing', holder: 'test', amount: -5 },
        { account: 'prepayments', holder: 'B', amount: 5 },
      ],
    })
    const fee = {
      kind: 'cancellation-fee',
      bookingId: 'B',
      rider: 'R',
      driver: 'D',
      toDriver: 5,
      toRevenue: 0,
    } as const
    expect(chargeRider({ ...fee, fromPrepayments: 2, balance: 1, guaranteed: false })).toMatchObject([
      { kind: 'cancellation-fee', bookingId: 'B', reference: null },
      { kind: 'debt', bookingId: 'B', reference: 'cancellation-fee' },
    ])
  })
  test('a reversal keeps the booking and names the reversed transaction [design/money-9]', () => {
    expect(reversal(cardRefund('B', 5), 't1')).toMatchObject({ bookingId: 'B', reference: 't1' })
  })
  test('an amount that is no safe integer is refused [design/money-1]', () => {
    expect(() => hold('B', 'R', 0.5)).toThrow(RangeError)
    expect(() => hold('B', 'R', 2 ** 53)).toThrow(RangeError)
  })
})
