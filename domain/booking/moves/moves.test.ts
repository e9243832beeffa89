import { describe, expect, test } from 'vitest'
import {
  accepted,
  admin,
  after,
  arrived,
  changed,
  driver,
  exampleDriver,
  exampleFacts,
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
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { abort } from './abort.ts'
import { accept } from './accept.ts'
import { arrive } from './arrive.ts'
import { complete } from './complete.ts'
import { newBooking } from './create.ts'
import { expire, expiresAt } from './expire.ts'
import { rate } from './rate.ts'
import { reach } from './reach.ts'
import { renewCode } from './renew-code.ts'
import { searchAgain } from './search-again.ts'
import { start } from './start.ts'
import { defaultSettings } from '../../backoffice/settings.ts'

const why = (outcome: Outcome) => [refused(outcome).refuse.status, refused(outcome).refuse.key]
const offer = { offeredAt: t0, expiresAt: t0 + 20_000, outcome: null }
const hour = 60 * minute
const tripEnd = t0 + 15 * minute

describe('create', () => {
  test('taxi: NEW, with the trip code, the search and every amount of the quote [booking-10] [design/moves-11]', () => {
    expect(made()).toMatchObject({
      status: 'NEW',
      version: 0,
      otp: '12345',
      trip_cost: 276_00,
      convenience_fees: 36_00,
      driver_share: 240_00,
      payableAmount: 276_00,
      searchUntil: t0 + 600_000,
      searches: 1,
    })
  })
  test('makes no trip code with otp_secure off [booking-7]', () => {
    expect(made({ settings: { ...defaultSettings, otp_secure: false } }).otp).toBe(null)
  })
  test('a rider’s delivery: PAYMENT_PENDING, by card in full, without promo [delivery-10] [payments-3] [design/moves-11]', () => {
    const promo = {
      id: 'p',
      promo_name: 'P',
      promo_discount_type: 'flat',
      promo_discount_value: 50,
      max_promo_discount_value: 50,
    } as const
    expect(made({ appcat: 'delivery', payment_mode: 'wallet', promo })).toMatchObject({
      status: 'PAYMENT_PENDING',
      payment_mode: 'card',
      discount_amount: 0,
      usedWalletMoney: 0,
      cashPaymentAmount: 0,
      promo_applied: false,
      payableAmount: 276_00,
      searchUntil: null,
    })
    expect(made({ appcat: 'delivery', promo }, admin)).toMatchObject({
      status: 'NEW',
      discount_amount: 50_00,
      booking_type_admin: true,
    })
  })
  test('wallet mode holds G − D, for the rider only [design/moves-12]', () => {
    const outcome = newBooking({ ...exampleFacts, payment_mode: 'wallet' }, rider, t0)
    expect(outcome).toMatchObject({
      booking: { usedWalletMoney: 276_00, payableAmount: 0 },
      change: { postings: [{ kind: 'hold' }] },
    })
    const poor = { ...exampleFacts.customer, walletBalance: 275_99 }
    expect(refused(newBooking({ ...exampleFacts, payment_mode: 'wallet', customer: poor }, rider, t0)).refuse.key).toBe(
      'wallet_balance_low',
    )
    expect(refused(newBooking({ ...exampleFacts, payment_mode: 'wallet' }, admin, t0)).refuse.key).toBe(
      'payment_mode_unavailable',
    )
  })
})

describe('accept [design/moves-17]', () => {
  test('copies the driver’s details, marks the driver busy, closes offers, notifies the customer [booking-11]', () => {
    const change = changed(accept(made(), driver, { driver: exampleDriver, offer }, t0 + 1))
    expect(change).toMatchObject({
      to: 'ACCEPTED',
      driver: 'busy',
      offers: { accepted: 'driver-one' },
      patch: {
        driver: 'driver-one',
        fleetadmin: 'fleet-one',
        vehicle_number: 'STU 1234',
        acceptedAt: t0 + 1,
        searchUntil: null,
      },
      notices: [
        {
          user: 'rider-one',
          message: 'notice_accepted',
          screen: 'BookedCab',
          params: { vehicle: 'Test Car, STU 1234' },
        },
      ],
    })
  })
  test('names the car type where the driver has no make and no plate, as on a bicycle [design/documents-13]', () => {
    const cyclist = { ...exampleDriver, vehicleMake: null, vehicleModel: null, vehicleNumber: null }
    const change = changed(accept({ ...made(), carType: 'Bicycle' }, driver, { driver: cyclist, offer }, t0 + 1))
    expect(change.notices).toMatchObject([{ message: 'notice_accepted', params: { vehicle: 'Bicycle' } }])
  })
  test.each<[string, Parameters<typeof accept>[2], number, [number, string]]>([
    ['an expired offer', { driver: exampleDriver, offer }, t0 + 20_000, [409, 'offer_expired']],
    ['a closed offer', { driver: exampleDriver, offer: { ...offer, outcome: 'closed' } }, t0, [409, 'offer_expired']],
    ['a driver without an offer', { driver: exampleDriver, offer: null }, t0, [404, 'not_found']],
    ['a busy driver', { driver: { ...exampleDriver, busy: true }, offer }, t0, [409, 'driver_busy']],
    ['a driver who owes too much', { driver: exampleDriver, offer, inDebt: true }, t0, [422, 'wallet_balance_low']],
    ['an offline driver', { driver: { ...exampleDriver, active: false }, offer }, t0, [409, 'driver_offline']],
    ['an unapproved driver', { driver: { ...exampleDriver, approved: false }, offer }, t0, [403, 'require_approval']],
    [
      'a driver who changed the car type',
      { driver: { ...exampleDriver, carTypeId: 'xl' }, offer },
      t0,
      [409, 'offer_expired'],
    ],
    [
      'an actor who is not the driver',
      { driver: { ...exampleDriver, id: 'driver-two' }, offer },
      t0,
      [403, 'forbidden'],
    ],
  ])('refuses %s', (_, facts, now, expected) => {
    expect(why(accept(made(), driver, facts, now))).toEqual(expected)
  })
  test('answers booking_taken to a late driver, booking_moved_on after a cancel, not_found without an offer [design/api-15]', () => {
    const two = { ...exampleDriver, id: 'driver-two' }
    const loser: Actor = { kind: 'driver', id: 'driver-two' }
    expect(why(accept(accepted(), loser, { driver: two, offer: { ...offer, outcome: 'closed' } }, t0))).toEqual([
      409,
      'booking_taken',
    ])
    expect(why(accept(accepted(), loser, { driver: two, offer: null }, t0))).toEqual([404, 'not_found'])
    expect(why(accept({ ...made(), status: 'CANCELLED' }, driver, { driver: exampleDriver, offer }, t0))).toEqual([
      409,
      'booking_moved_on',
    ])
    expect(why(accept(accepted(), driver, { driver: exampleDriver, offer }, t0))).toEqual([409, 'booking_moved_on'])
  })
})

describe('guard refuses [design/moves-2]', () => {
  const stranger: Actor = { kind: 'driver', id: 'driver-two' }
  const otherRider: Actor = { kind: 'rider', id: 'rider-two' }
  test.each<[string, Outcome, [number, string]]>([
    ['another driver', arrive(accepted(), stranger, {}, t0), [404, 'not_found']],
    ['the customer', arrive(accepted(), rider, {}, t0), [409, 'booking_moved_on']],
    ['another rider', renewCode(accepted(), otherRider, { code: '54321', renewals: 3 }), [404, 'not_found']],
    ['a fleet admin', arrive(accepted(), { kind: 'fleetadmin', id: 'fleet-one' }, {}, t0), [403, 'forbidden']],
    [
      'a move that comes too early',
      start(accepted(), driver, { otp: '12345', tries: 5, clock: '' }, t0),
      [409, 'booking_moved_on'],
    ],
    ['the same move twice', arrive(arrived(), driver, {}, t0), [409, 'booking_moved_on']],
    ['reach before start', reach(arrived(), driver, noTrack, t0), [409, 'booking_moved_on']],
  ])('%s', (_, outcome, expected) => expect(why(outcome)).toEqual(expected))
})

describe('start with the trip code [design/moves-20]', () => {
  const type = (booking: Booking, otp: string | null) =>
    start(booking, driver, { otp, tries: 5, clock: '10:05:00' }, t0 + 5 * minute)
  test('starts with the right code and stores the times [booking-13]', () => {
    expect(changed(type(arrived(), ' 12345 '))).toMatchObject({
      to: 'STARTED',
      patch: { startTime: t0 + 5 * minute, trip_start_time: '10:05:00' },
    })
  })
  test.each([[''], [null]])('counts no try for %j, which is no code [design/moves-76]', (otp) => {
    const refusal = refused(type(arrived(), otp))
    expect([refusal.refuse.key, refusal.keep]).toEqual(['trip_code_missing', undefined])
  })
  test.each([['12346'], ['1234'], ['123456']])('refuses %j', (otp) => {
    expect(refused(type(arrived(), otp))).toMatchObject({
      refuse: { status: 422, key: 'wrong_trip_code' },
      keep: { patch: { codeTries: 1 } },
    })
  })
  test.each([[''], [' '], [null]])('no code (%j) is refused without a try [design/moves-76]', (otp) => {
    expect(refused(type(arrived(), otp))).toEqual({
      refuse: expect.objectContaining({ status: 422, key: 'trip_code_missing' }),
    })
  })
  test('locks after five wrong tries, even for the right code; the rider renews at most three times [invariants-T8]', () => {
    let booking = arrived()
    for (let i = 1; i <= 5; i++) {
      const refusal = refused(type(booking, '00000'))
      expect(refusal.refuse.extra).toEqual({ triesLeft: 5 - i })
      booking = { ...booking, ...refusal.keep?.patch }
    }
    expect(why(type(booking, '12345'))).toEqual([422, 'trip_code_locked'])
    expect(refused(type(booking, '12345')).keep).toBe(undefined)
    for (let i = 1; i <= 3; i++) booking = after(booking, renewCode(booking, rider, { code: `5432${i}`, renewals: 3 }))
    expect(booking).toMatchObject({ status: 'ARRIVED', otp: '54323', codeTries: 0, codeRenewals: 3 })
    expect(why(renewCode(booking, rider, { code: '11111', renewals: 3 }))).toEqual([422, 'no_more_trip_codes'])
    expect(changed(renewCode(arrived(), rider, { code: '54321', renewals: 3 }))).not.toHaveProperty('audit')
    // the office renews it for a caller, who has no page
    expect(changed(renewCode(arrived(), admin, { code: '54321', renewals: 3 }))).toMatchObject({
      audit: { action: 'trip-code.renew', data: { renewals: 1 } },
      notices: [{ user: rider.id, message: 'notice_trip_code_renewed', params: {} }],
    })
    expect(changed(type(booking, '54323')).to).toBe('STARTED')
  })
  test('needs no code without otp_secure', () => {
    const booking = arrived({ settings: { ...defaultSettings, otp_secure: false } })
    expect(changed(type(booking, null)).to).toBe('STARTED')
  })
})

describe('search-again and expire', () => {
  const over = t0 + 10 * minute
  test('search-again starts only after the search found no driver [design/moves-40]', () => {
    const facts = { settings: defaultSettings }
    expect(why(searchAgain(made(), rider, facts, over - 1))).toEqual([409, 'booking_moved_on'])
    expect(changed(searchAgain(made(), rider, facts, over))).toMatchObject({
      from: 'NEW',
      to: 'NEW',
      patch: { searchStartedAt: over, searchUntil: over + 10 * minute, searches: 2 },
    })
    expect(changed(searchAgain(made(), admin, facts, over)).to).toBe('NEW')
  })
  test('NEW expires 60 min after its search ended, PAYMENT_PENDING 30 min after booking [design/moves-38]', () => {
    const facts = { paymentPendingMinutes: 30, newMinutes: 60 }
    const due = over + hour
    expect(expiresAt(made(), facts)).toBe(due)
    expect(why(expire(made(), system, facts, due - 1))).toEqual([409, 'booking_moved_on'])
    expect(changed(expire(made(), system, facts, due))).toMatchObject({
      to: 'CANCELLED',
      patch: { cancelledBy: 'system', searchUntil: null },
      offers: { accepted: null },
    })
    // an assigned driver may still accept
    expect(why(expire(made(), system, { ...facts, assigned: true }, due))).toEqual([409, 'booking_moved_on'])
    const pending = made({ appcat: 'delivery' })
    expect(changed(expire(pending, system, facts, t0 + 30 * minute)).to).toBe('CANCELLED')
    expect(expiresAt(accepted(), facts)).toBe(null)
  })
})

describe('complete and rate [booking-18]', () => {
  const paid: Booking = { ...reached(), status: 'PAID', paidAt: t0 }
  const stars = (booking: Booking, now: number, n = 5) =>
    rate(booking, rider, { rate: n, tags: [], feedback: null, withinDays: 30, driverErased: false }, now)
  test('the customer’s rating completes a PAID booking', () => {
    expect(changed(stars(paid, t0 + 1))).toMatchObject({
      from: 'PAID',
      to: 'COMPLETE',
      patch: { rating: 5, completedAt: t0 + 1 },
      rating: { rate: 5 },
      notices: [{ user: 'driver-one', message: 'notice_rated' }],
    })
  })
  test('of an erased driver stars and tags are stored, no text and no notice [design/privacy-40]', () => {
    const facts = { rate: 2, tags: ['clean'], feedback: 'Driver One was rude', withinDays: 30, driverErased: true }
    expect(changed(rate(paid, rider, facts, t0))).toMatchObject({
      patch: { rating: 2, feedback: null },
      rating: { rate: 2, tags: ['clean'], feedback: null },
      notices: [],
    })
  })
  test('completes after 24 h; then one rating within 30 days, as an annotation [design/moves-32], [design/moves-33]', () => {
    expect(why(complete(paid, system, { afterHours: 24 }, t0 + 24 * hour - 1))).toEqual([409, 'booking_moved_on'])
    const done = after(paid, complete(paid, system, { afterHours: 24 }, t0 + 24 * hour))
    const late = changed(stars(done, t0 + 30 * 24 * hour))
    expect(late).toMatchObject({ from: 'COMPLETE', to: 'COMPLETE' })
    expect(late.patch).not.toHaveProperty('completedAt')
    expect(why(stars(done, t0 + 30 * 24 * hour + 1))).toEqual([422, 'rating_closed'])
    expect(why(stars(after(done, late), t0))).toEqual([409, 'already_rated'])
    const other: Actor = { kind: 'rider', id: 'rider-two' }
    expect(
      why(
        rate(after(done, late), other, { rate: 5, tags: [], feedback: null, withinDays: 30, driverErased: false }, t0),
      ),
    ).toEqual([404, 'not_found'])
  })
  test('accepts whole stars from 1 to 5', () => {
    for (const bad of [0, 6, 4.5, NaN]) expect(why(stars(paid, t0, bad))).toEqual([400, 'invalid_input'])
  })
  test('refuses a rating before the payment', () =>
    expect(why(stars(started(), t0))).toEqual([409, 'booking_moved_on']))
})

describe('abort [design/moves-37]', () => {
  const facts = { reason: 'breakdown', clock: '10:10:00', speed: 1 }
  test('a partial fare: unpaid cash is PENDING, driver free, audited', () => {
    const change = changed(abort(started(), admin, { ...facts, fare: 100_00 }, tripEnd))
    expect(change).toMatchObject({
      from: 'STARTED',
      to: 'PENDING',
      driver: 'free',
      patch: {
        trip_cost: 100_00,
        convenience_fees: 15_00,
        driver_share: 85_00,
        payableAmount: 100_00,
        reachedAt: tripEnd,
        fare: { charged: 'given' },
      },
      audit: { action: 'booking.abort' },
    })
  })
  test('an abort at the final or the quoted fare keeps its fee and share', () => {
    const parts = ({ trip_cost, convenience_fees, driver_share }: Partial<Booking>) => ({
      trip_cost,
      convenience_fees,
      driver_share,
    })
    const trip = reached()
    const { final, quoted } = trip.fare
    const kept = changed(abort(trip, admin, { ...facts, fare: final!.tripCost }, tripEnd)).patch
    expect(parts(kept)).toEqual(parts(trip))
    expect(kept.fare).toMatchObject({ charged: 'given', final })
    const whole = changed(abort(started(), admin, { ...facts, fare: quoted.tripCost }, tripEnd)).patch
    expect(parts(whole)).toEqual({
      trip_cost: quoted.tripCost,
      convenience_fees: quoted.convenienceFees,
      driver_share: quoted.driverShare,
    })
  })
  test('a hold that covers the fare: PAID at once, the surplus goes back', () => {
    const change = changed(abort(started({ payment_mode: 'wallet' }), admin, { ...facts, fare: 100_00 }, tripEnd))
    expect(change.to).toBe('PAID')
    expect(sum(change.postings, 'wallet', 'rider-one')).toBe(176_00)
  })
  test('without a fare: CANCELLED, the hold goes back', () => {
    const change = changed(abort(arrived({ payment_mode: 'wallet' }), admin, { ...facts, fare: null }, tripEnd))
    expect(change).toMatchObject({
      to: 'CANCELLED',
      driver: 'free',
      postings: [{ kind: 'hold-release' }],
      patch: { cancelledBy: 'admin', reason: 'breakdown' },
    })
    expect(change.patch).not.toHaveProperty('reachedAt')
  })
  test('of a trip that has reached its drop: it ended there', () => {
    for (const fare of [null, 100_00]) {
      const trip = reached()
      const aborted = after(trip, abort(trip, admin, { ...facts, fare }, tripEnd + 600_000))
      expect(aborted).toMatchObject({ endTime: tripEnd, trip_end_time: trip.trip_end_time })
      expect(aborted.total_trip_time).toBe(trip.total_trip_time)
    }
    expect(changed(abort(started(), admin, { ...facts, fare: null }, tripEnd)).patch).toMatchObject({
      endTime: tripEnd,
    })
  })
  test('refuses a fare above the quote, a missing reason and other actors', () => {
    for (const fare of [276_01, -1, 0.5])
      expect(refused(abort(started(), admin, { ...facts, fare }, tripEnd)).refuse.key).toBe('invalid_input')
    expect(refused(abort(started(), admin, { ...facts, reason: '', fare: null }, tripEnd)).refuse.status).toBe(422)
    expect(refused(abort(started(), driver, { ...facts, fare: null }, tripEnd)).refuse.key).toBe('booking_moved_on')
  })
})
