import { describe, expect, test } from 'vitest'
import { fareOf } from '../../fare/fare.ts'
import {
  accepted,
  admin,
  after,
  arrived,
  atPickup,
  changed,
  driver,
  exampleTariff,
  made,
  minute,
  noTrack,
  reached,
  refused,
  rider,
  started,
  sum,
  system,
  t0,
} from '../example-booking.ts'
import type { TrackedPoint } from '../final-fare/trip-points.ts'
import { cancel } from './cancel.ts'
import { notPaid, pay } from './pay.ts'
import { payUpFront } from './pay-up-front.ts'
import { reach } from './reach.ts'
import { writeOff } from './write-off.ts'
import { defaultSettings } from '../../backoffice/settings.ts'

const end = t0 + 15 * minute
const reason = { id: 'reason-one', label: 'Changed my mind' }
const noFee = { reason, noShow: false, noShowMinutes: 5, presence: atPickup(t0) }
const cashed = { payment_mode: 'cash' } as const

/** A straight drive north. */
const track = (km: number): TrackedPoint[] =>
  Array.from({ length: 30 }, (_, i) => ({
    lat: -34.9 + (km * i) / 29 / 111.195,
    lng: -56.16,
    at: t0 + 5 * minute + i * 20_000,
    status: 'STARTED',
  }))

describe('reach [design/moves-22]', () => {
  test('cash: REACHED with the fare of the tracked route, the drop saved, the driver still busy [booking-15]', () => {
    const change = changed(reach(started(), driver, { ...noTrack, points: track(8), matchedKm: 8 }, end))
    const fare = fareOf(exampleTariff, { distanceKm: 8, seconds: 600, parcel: 0, option: 0 })
    expect(change).toMatchObject({
      from: 'STARTED',
      to: 'REACHED',
      saveDrop: true,
      patch: {
        trip_cost: fare.tripCost,
        payableAmount: fare.tripCost,
        distance: 8,
        total_trip_time: 600,
        endTime: end,
        trip_end_time: '10:15:00',
        fareFlags: ['above-quote'],
        fare: { charged: 'track', final: { tripCost: fare.tripCost }, quoted: { tripCost: 276_00 } },
      },
      notices: [{ user: 'rider-one', message: 'notice_reached', params: { total: fare.tripCost / 100 } }],
    })
    expect(change.driver).toBe(undefined)
    expect(change.patch).not.toHaveProperty('estimate')
  })
  test('charges the quote and flags the booking without a track [tracking-6]', () => {
    expect(reached()).toMatchObject({
      trip_cost: 276_00,
      fareFlags: ['no-track'],
      distance: 0,
      fare: { charged: 'quote-no-track' },
    })
  })
  test('keeps the quoted fare of a delivery [delivery-13]', () => {
    const change = changed(
      reach(started(), driver, { ...noTrack, appcat: 'delivery', points: track(9), matchedKm: 9 }, end),
    )
    expect(change.patch).toMatchObject({ trip_cost: 276_00, distance: 9, fareFlags: [], fare: { charged: 'quote' } })
  })
  test('wallet: W = min(H, G − D), the surplus goes back, PAID with one settlement in the same change [design/moves-24]', () => {
    const change = changed(
      reach(started({ payment_mode: 'wallet' }), driver, { ...noTrack, points: track(4), matchedKm: 4 }, end),
    )
    expect(change).toMatchObject({
      to: 'PAID',
      driver: 'free',
      patch: { usedWalletMoney: 242_00, payableAmount: 0, paidAt: end },
    })
    expect(change.postings?.map((p) => p.kind)).toEqual(['settlement'])
    expect(sum(change.postings, 'prepayments', 'ABCDEFGHJK')).toBe(-276_00)
    expect(sum(change.postings, 'wallet', 'rider-one')).toBe(34_00)
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(change.patch.driver_share)
  })
  test('wallet with too little: PENDING with the rest, nothing settled, driver free [booking-16]', () => {
    const change = changed(
      reach(started({ payment_mode: 'wallet' }), driver, { ...noTrack, points: track(8), matchedKm: 8 }, end),
    )
    expect(change).toMatchObject({
      to: 'PENDING',
      driver: 'free',
      patch: { usedWalletMoney: 276_00, payableAmount: 104_00 },
    })
    expect(change.postings).toBe(undefined)
  })
  test.each([
    [104_00, 'PAID', 380_00, 0],
    [1000_00, 'PAID', 380_00, 0],
    [40_00, 'PENDING', 316_00, 64_00],
  ] as const)(
    'a wallet ride above its hold takes the rest from a balance of %d: %s [design/money-16]',
    (balance, to, W, rest) => {
      const facts = { ...noTrack, points: track(8), matchedKm: 8, balance }
      const change = changed(reach(started({ payment_mode: 'wallet' }), driver, facts, end))
      expect(change).toMatchObject({ to, patch: { usedWalletMoney: W, payableAmount: rest } })
      expect(sum(change.postings, 'wallet', 'rider-one')).toBe(276_00 - W)
      // what the hold had, until it is settled
      expect(sum(change.postings, 'prepayments', 'ABCDEFGHJK')).toBe(to === 'PAID' ? -276_00 : 40_00)
    },
  )
  test('the balance of the wallet pays no cash ride', () => {
    const facts = { ...noTrack, balance: 1000_00 }
    expect(changed(reach(started(), driver, facts, end)).to).toBe('REACHED')
  })
  test('card: PENDING, to be paid by pay now', () => {
    expect(changed(reach(started({ payment_mode: 'card' }), driver, noTrack, end))).toMatchObject({
      to: 'PENDING',
      driver: 'free',
    })
  })
  test('computes D again on the final G; the estimate stays [design/moves-23] [design/money-7]', () => {
    const promo = {
      id: 'p',
      promo_name: 'P',
      promo_discount_type: 'percentage',
      promo_discount_value: 10,
      max_promo_discount_value: 500,
    } as const
    const booked = started({ promo })
    expect(booked).toMatchObject({ estimate: 276_00, trip_cost: 276_00, customer_paid: 248_00, payableAmount: 248_00 })
    const outcome = reach(booked, driver, { ...noTrack, points: track(8), matchedKm: 8 }, end)
    expect(after(booked, outcome)).toMatchObject({
      estimate: 276_00,
      trip_cost: 380_00,
      discount_amount: 38_00,
      customer_paid: 342_00,
      payableAmount: 342_00,
    })
  })
})

describe('pay [design/moves-28]', () => {
  test('cash at REACHED: K is the whole, the driver is credited, debited and freed, both are notified [booking-17] [dispatch-4] [design/money-13]', () => {
    const change = changed(pay(reached(), driver, cashed, end + 1))
    expect(change).toMatchObject({
      from: 'REACHED',
      to: 'PAID',
      driver: 'free',
      patch: { cashPaymentAmount: 276_00, payableAmount: 0, paidAt: end + 1 },
    })
    expect(change.postings?.map((posting) => posting.kind)).toEqual(['settlement'])
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(240_00 - 276_00)
    expect(sum(change.postings, 'revenue')).toBe(36_00)
    expect(change.notices?.map((n) => [n.user, n.message])).toEqual([
      ['rider-one', 'notice_paid_rider'],
      ['driver-one', 'notice_paid_driver'],
    ])
  })
  test('not paid: PENDING, driver free; then rider, driver or admin pays once [design/moves-29]', () => {
    const pending = after(reached(), notPaid(reached(), driver))
    expect(pending).toMatchObject({ status: 'PENDING', payableAmount: 276_00 })
    expect(changed(pay(pending, driver, cashed, end)).driver).toBe(undefined)
    const byWallet = changed(pay(pending, rider, { payment_mode: 'wallet', balance: 276_00 }, end))
    expect(byWallet.postings?.map((p) => p.kind)).toEqual(['hold', 'settlement'])
    expect(sum(byWallet.postings, 'prepayments', 'ABCDEFGHJK')).toBe(0)
    const byCard = changed(
      pay(pending, system, { payment_mode: 'card', captured: 276_00, gateway: 'test', reference: 'p1' }, end),
    )
    expect(byCard.patch).toMatchObject({ cardPaymentAmount: 276_00, gateway: 'test', payment_mode: 'card' })
    expect(refused(pay(after(pending, byCard), driver, cashed, end)).refuse.key).toBe('booking_moved_on')
  })
  test.each([
    ['driver', 240_00 - 276_00, 0],
    ['office', 240_00, -276_00],
  ] as const)(
    'cash recorded by an admin as held by the %s debits only that holder [design/money-15]',
    (takenBy, driverGets, office) => {
      const pending = after(reached(), notPaid(reached(), driver))
      const change = changed(pay(pending, admin, { ...cashed, takenBy }, end))
      expect(sum(change.postings, 'wallet', 'driver-one')).toBe(driverGets)
      expect(sum(change.postings, 'office-cash')).toBe(office)
      expect(change.patch).toMatchObject({ cashPaymentAmount: 276_00, cash_taken_by: takenBy })
      expect(change.audit).toEqual({ action: 'booking.cash-received', data: { takenBy, amount: 276_00 } })
    },
  )
  test('an admin must say where the cash is; a driver cannot say that the office has it', () => {
    const pending = after(reached(), notPaid(reached(), driver))
    expect(refused(pay(pending, admin, cashed, end)).refuse.fields).toEqual({ cash_taken_by: 'missing' })
    expect(refused(pay(pending, driver, { ...cashed, takenBy: 'office' }, end)).refuse.key).toBe('invalid_input')
    expect(changed(pay(pending, driver, cashed, end)).patch.cash_taken_by).toBe('driver')
  })
  test('refuses too little in the wallet, another amount, a mode of another actor, an admin at REACHED', () => {
    const pending = after(reached(), notPaid(reached(), driver))
    const card = { payment_mode: 'card', captured: 1, gateway: 'test', reference: 'p1' } as const
    expect(refused(pay(pending, rider, { payment_mode: 'wallet', balance: 275_99 }, end)).refuse.key).toBe(
      'wallet_balance_low',
    )
    expect(refused(pay(pending, system, card, end)).refuse.key).toBe('booking_moved_on')
    expect(refused(pay(pending, rider, cashed, end)).refuse.key).toBe('payment_mode_unavailable')
    expect(refused(pay(reached(), admin, cashed, end)).refuse.key).toBe('booking_moved_on')
  })
  test('write-off turns the rest into bad debt, pays the driver and is audited [design/moves-31]', () => {
    const pending = after(reached(), notPaid(reached(), driver))
    const change = changed(writeOff(pending, admin, { reason: 'gone' }, end))
    expect(change).toMatchObject({
      to: 'PAID',
      patch: { writtenOff: 276_00, payableAmount: 0 },
      audit: { action: 'booking.write-off' },
    })
    expect(sum(change.postings, 'bad-debt')).toBe(-276_00)
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(240_00)
    expect(refused(writeOff(pending, admin, { reason: ' ' }, end)).refuse.status).toBe(422)
  })
  test('pay-up-front: NEW, prepaid, the search begins [design/moves-16] [payments-12]', () => {
    const booking = made({ appcat: 'delivery' })
    const facts = { captured: 276_00, gateway: 'test', reference: 'p1', settings: defaultSettings }
    expect(changed(payUpFront(booking, system, facts, t0 + minute))).toMatchObject({
      to: 'NEW',
      patch: { prepaid: true, payableAmount: 0, searchUntil: t0 + 11 * minute },
      postings: [{ kind: 'capture' }],
    })
    expect(refused(payUpFront(booking, system, { ...facts, captured: 1 }, t0)).refuse.key).toBe('booking_moved_on')
  })
})

const rich = { balance: 1000_00, guaranteed: false }

describe('cancel [design/moves-34]', () => {
  const at = (minutes: number) => t0 + 1000 + minutes * minute
  const late = (minutes: number) => ({ ...noFee, presence: atPickup(at(minutes)) })
  test('costs nothing in NEW and closes the offers', () => {
    const change = changed(cancel(made(), rider, noFee, t0 + minute))
    expect(change).toMatchObject({
      to: 'CANCELLED',
      offers: { accepted: null },
      patch: { reason: 'Changed my mind', reasonId: 'reason-one', cancelledBy: 'rider', payableAmount: 0 },
    })
    expect([change.driver, change.postings, change.refund, change.promo]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
  test.each([
    [0, 20_00],
    [4.99, 20_00],
    [5, 60_00],
    [60, 60_00],
  ])(
    'charges the rider after %d minutes of ACCEPTED the highest slab that has passed [design/money-18]',
    (minutes, fee) => {
      const change = changed(cancel(accepted(), rider, { ...late(minutes), collection: rich }, at(minutes)))
      expect(change.driver).toBe('free')
      expect(sum(change.postings, 'wallet', 'rider-one')).toBe(-fee)
      expect(sum(change.postings, 'wallet', 'driver-one')).toBe(fee)
      expect(change.notices).toMatchObject([
        { user: 'rider-one', message: 'notice_you_cancelled_fee', params: { fee: fee / 100 } },
        { user: 'driver-one', message: 'notice_cancelled_driver_fee', params: { fee: fee / 100 } },
      ])
    },
  )
  test('what the wallet lacks is owed, and pending for the driver, and the driver is notified [design/money-34]', () => {
    const collection = { balance: 45_00, guaranteed: false }
    const change = changed(cancel(accepted(), rider, { ...late(5), collection }, at(5)))
    expect(sum(change.postings, 'wallet', 'rider-one')).toBe(-45_00)
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(45_00)
    expect(sum(change.postings, 'receivable', 'rider-one')).toBe(-15_00)
    expect(sum(change.postings, 'pending-fees', 'driver-one')).toBe(15_00)
    expect(change.notices).toMatchObject([
      { user: 'rider-one', message: 'notice_you_cancelled_fee' },
      { user: 'driver-one', message: 'notice_cancelled_driver_fee_pending', params: { fee: 60, pending: 15 } },
    ])
  })
  test('takes the fee from the hold and returns the rest of it [design/money-20]', () => {
    const change = changed(cancel(accepted({ payment_mode: 'wallet' }), rider, late(5), at(5)))
    expect(sum(change.postings, 'prepayments', 'ABCDEFGHJK')).toBe(-276_00)
    expect(sum(change.postings, 'wallet', 'rider-one')).toBe(216_00)
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(60_00)
  })
  test('refunds a prepaid card less the fee', () => {
    const booking = { ...accepted(), cardPaymentAmount: 276_00, prepaid: true, payableAmount: 0 }
    const change = changed(cancel(booking, rider, late(5), at(5)))
    expect(change.refund).toBe(216_00)
    expect(sum(change.postings, 'prepayments', 'ABCDEFGHJK')).toBe(-60_00)
  })
  test('costs nothing for driver and admin; a no-show costs from 5 minutes after the confirmed arrival [design/moves-35] [design/money-17] [design/money-19]', () => {
    expect(changed(cancel(accepted(), driver, noFee, at(9))).postings).toBe(undefined)
    expect(changed(cancel(accepted(), admin, noFee, at(9))).notices?.map((n) => n.user)).toEqual([
      'rider-one',
      'driver-one',
    ])
    const arrival = t0 + 4 * minute
    const at5 = arrival + 5 * minute
    const noShow = { ...noFee, noShow: true, reason: null, presence: atPickup(at5) }
    const early = refused(cancel(arrived(), driver, noShow, at5 - 1)).refuse
    expect([early.key, early.extra]).toEqual(['no_show_too_early', { from: at5 }])
    expect(refused(cancel(accepted(), driver, noShow, at(90))).refuse.key).toBe('no_show_too_early')
    expect(refused(cancel(accepted(), rider, noShow, at(90))).refuse.key).toBe('forbidden')
    const change = changed(cancel(arrived(), driver, { ...noShow, collection: rich }, at5))
    expect(change.patch).toMatchObject({ reason: 'rider_no_show', reasonId: null })
    expect(sum(change.postings, 'wallet', 'driver-one')).toBe(60_00)
    expect(change.notices).toMatchObject([
      { user: 'rider-one', message: 'notice_no_show', params: { fee: 60 } },
      { user: 'driver-one', message: 'notice_no_show_driver', params: { fee: 60 } },
    ])
    expect(changed(cancel(arrived(), driver, noFee, arrival + 9 * minute)).postings).toBe(undefined)
  })
  test.each([
    [{ balance: 0, guaranteed: false }, { owed: 60 }, { pending: 60 }],
    [{ balance: 45_00, guaranteed: false }, { owed: 15 }, { pending: 15 }],
    [{ balance: 45_00, guaranteed: true }, { owed: 15 }, null],
  ] as const)(
    'the notices of a no-show with %o say what the rider owes, and what waits for it [design/money-92]',
    (collection, owed, pending) => {
      const at5 = t0 + 9 * minute
      const noShow = { ...noFee, noShow: true, reason: null, presence: atPickup(at5), collection }
      const { notices } = changed(cancel(arrived(), driver, noShow, at5))
      expect(notices).toMatchObject([
        { message: 'notice_no_show_owed', params: { fee: 60, ...owed } },
        pending === null
          ? { message: 'notice_no_show_driver', params: { fee: 60 } }
          : { message: 'notice_no_show_driver_pending', params: { fee: 60, ...pending } },
      ])
    },
  )
  test('refuses a fee above the one the rider was shown [booking-43]', () => {
    const agreed = (agreedFee: number) => cancel(accepted(), rider, { ...late(5), agreedFee, collection: rich }, at(5))
    const refusal = refused(agreed(20_00)).refuse
    expect([refusal.status, refusal.key, refusal.extra]).toEqual([409, 'cancellation_fee_changed', { fee: 60 }])
    for (const shownBefore of [60_00, 99_00])
      expect(sum(changed(agreed(shownBefore)).postings, 'wallet', 'driver-one')).toBe(60_00)
  })
  test('refuses other actors, other statuses and a missing reason [booking-42], [booking-44]', () => {
    expect(refused(cancel(arrived(), rider, noFee, t0)).refuse.key).toBe('booking_moved_on')
    expect(refused(cancel(started(), driver, noFee, t0)).refuse.key).toBe('booking_moved_on')
    expect(refused(cancel(made(), driver, noFee, t0)).refuse.key).toBe('not_found')
    expect(refused(cancel(made(), rider, { ...noFee, reason: null }, t0)).refuse.key).toBe('cancel_reason_missing')
    const pending = made({ appcat: 'delivery' })
    for (const given of [null, reason])
      expect(changed(cancel(pending, rider, { ...noFee, reason: given }, t0)).patch).toMatchObject({
        reason: 'incomplete_booking',
        reasonId: null,
      })
  })
  test('releases the promo [design/money-25]', () => {
    const promo = {
      id: 'p',
      promo_name: 'P',
      promo_discount_type: 'flat',
      promo_discount_value: 5,
      max_promo_discount_value: 5,
    } as const
    expect(changed(cancel(made({ promo }), rider, noFee, t0)).promo).toBe('release')
  })
})
