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
  system,
  t0,
} from '../example-booking.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
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

describe('create (spec 1 §4 Creation)', () => {
  test('NEW in the taxi variant, with the trip code, the search and every amount of the quote', () => {
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
  test('spec 1 §9: no trip code with otp_secure off', () => {
    expect(made({ settings: { ...defaultSettings, otp_secure: false } }).otp).toBe(null)
  })
  test('a rider’s delivery is PAYMENT_PENDING, by card in full, without promo (spec 1 §5)', () => {
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
  test('wallet mode holds G − D, and only the rider’s own (design §7)', () => {
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

describe('accept (spec 1 §4 NEW to ACCEPTED)', () => {
  test('driver details are copied, the driver becomes busy, offers close, the customer is told', () => {
    const change = changed(accept(made(), driver, { driver: exampleDriver, offer }, t0 + 1))
    expect(change).toMatchObject({
      to: 'ACCEPTED',
      driver: 'busy',
      offers: { close: true, accepted: 'driver-one' },
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
  test.each<[string, Parameters<typeof accept>[2], number, [number, string]]>([
    ['offer ran out', { driver: exampleDriver, offer }, t0 + 20_000, [409, 'offer_expired']],
    ['offer closed', { driver: exampleDriver, offer: { ...offer, outcome: 'closed' } }, t0, [409, 'offer_expired']],
    ['never offered', { driver: exampleDriver, offer: null }, t0, [404, 'not_found']],
    ['busy', { driver: { ...exampleDriver, busy: true }, offer }, t0, [409, 'driver_busy']],
    ['offline', { driver: { ...exampleDriver, active: false }, offer }, t0, [409, 'driver_offline']],
    ['not approved', { driver: { ...exampleDriver, approved: false }, offer }, t0, [403, 'require_approval']],
    ['another car by now', { driver: { ...exampleDriver, carTypeId: 'xl' }, offer }, t0, [409, 'offer_expired']],
    ['for another driver', { driver: { ...exampleDriver, id: 'driver-two' }, offer }, t0, [403, 'forbidden']],
  ])('refused: %s', (_, facts, now, expected) => {
    expect(why(accept(made(), driver, facts, now))).toEqual(expected)
  })
  test('who loses the race hears booking_taken; after a cancel booking_moved_on; strangers hear of nothing', () => {
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

describe('who may move at all', () => {
  const stranger: Actor = { kind: 'driver', id: 'driver-two' }
  const otherRider: Actor = { kind: 'rider', id: 'rider-two' }
  test.each<[string, Outcome, [number, string]]>([
    ['another driver', arrive(accepted(), stranger, {}, t0), [404, 'not_found']],
    ['the customer', arrive(accepted(), rider, {}, t0), [409, 'booking_moved_on']],
    ['another rider', renewCode(accepted(), otherRider, { code: '54321', renewals: 3 }, t0), [404, 'not_found']],
    ['a fleet admin', arrive(accepted(), { kind: 'fleetadmin', id: 'fleet-one' }, {}, t0), [403, 'forbidden']],
    ['too early', start(accepted(), driver, { otp: '12345', tries: 5, clock: '' }, t0), [409, 'booking_moved_on']],
    ['twice', arrive(arrived(), driver, {}, t0), [409, 'booking_moved_on']],
    ['reach before start', reach(arrived(), driver, noTrack, t0), [409, 'booking_moved_on']],
  ])('%s', (_, outcome, expected) => expect(why(outcome)).toEqual(expected))
})

describe('start with the trip code (spec 1 §4 STARTED, design §6)', () => {
  const type = (booking: Booking, otp: string | null) =>
    start(booking, driver, { otp, tries: 5, clock: '10:05:00' }, t0 + 5 * minute)
  test('the right code starts; the times are stored', () => {
    expect(changed(type(arrived(), ' 12345 '))).toMatchObject({
      to: 'STARTED',
      patch: { startTime: t0 + 5 * minute, trip_start_time: '10:05:00' },
    })
  })
  test.each([['12346'], ['1234'], ['123456'], [''], [null]])('%j is wrong', (otp) => {
    expect(refused(type(arrived(), otp))).toMatchObject({
      refuse: { status: 422, key: 'wrong_trip_code' },
      keep: { patch: { codeTries: 1 } },
    })
  })
  test('five wrong tries lock it, even for the right code; the rider renews it at most three times', () => {
    let booking = arrived()
    for (let i = 1; i <= 5; i++) {
      const refusal = refused(type(booking, '00000'))
      expect(refusal.refuse.extra).toEqual({ triesLeft: 5 - i })
      booking = { ...booking, ...refusal.keep?.patch }
    }
    expect(why(type(booking, '12345'))).toEqual([422, 'trip_code_locked'])
    expect(refused(type(booking, '12345')).keep).toBe(undefined)
    for (let i = 1; i <= 3; i++)
      booking = after(booking, renewCode(booking, rider, { code: `5432${i}`, renewals: 3 }, t0))
    expect(booking).toMatchObject({ status: 'ARRIVED', otp: '54323', codeTries: 0, codeRenewals: 3 })
    expect(why(renewCode(booking, rider, { code: '11111', renewals: 3 }, t0))).toEqual([422, 'no_more_trip_codes'])
    expect(changed(type(booking, '54323')).to).toBe('STARTED')
  })
  test('without otp_secure no code is asked', () => {
    const booking = arrived({ settings: { ...defaultSettings, otp_secure: false } })
    expect(changed(type(booking, null)).to).toBe('STARTED')
  })
})

describe('search again and expiry (design §6)', () => {
  const over = t0 + 10 * minute
  test('only after the search found nobody', () => {
    const facts = { settings: defaultSettings }
    expect(why(searchAgain(made(), rider, facts, over - 1))).toEqual([409, 'booking_moved_on'])
    expect(changed(searchAgain(made(), rider, facts, over))).toMatchObject({
      from: 'NEW',
      to: 'NEW',
      patch: { searchStartedAt: over, searchUntil: over + 10 * minute, searches: 2 },
    })
    expect(changed(searchAgain(made(), admin, facts, over)).to).toBe('NEW')
  })
  test('NEW expires 60 min after its search ended, PAYMENT_PENDING 30 min after it was made', () => {
    const facts = { paymentPendingMinutes: 30, newMinutes: 60 }
    const due = over + hour
    expect(expiresAt(made(), facts)).toBe(due)
    expect(why(expire(made(), system, facts, due - 1))).toEqual([409, 'booking_moved_on'])
    expect(changed(expire(made(), system, facts, due))).toMatchObject({
      to: 'CANCELLED',
      patch: { cancelledBy: 'system', searchUntil: null },
      offers: { close: true },
    })
    const pending = made({ appcat: 'delivery' })
    expect(changed(expire(pending, system, facts, t0 + 30 * minute)).to).toBe('CANCELLED')
    expect(expiresAt(accepted(), facts)).toBe(null)
  })
})

describe('complete and rate (spec 1 §4 COMPLETE)', () => {
  const paid: Booking = { ...reached(), status: 'PAID', paidAt: t0 }
  const stars = (booking: Booking, now: number, n = 5) =>
    rate(booking, rider, { rate: n, tags: [], feedback: null, withinDays: 30 }, now)
  test('the customer’s rating completes', () => {
    expect(changed(stars(paid, t0 + 1))).toMatchObject({
      from: 'PAID',
      to: 'COMPLETE',
      patch: { rating: 5, completedAt: t0 + 1 },
      rating: { rate: 5 },
      notices: [{ user: 'driver-one', message: 'notice_rated' }],
    })
  })
  test('24 h complete it unrated; then one rating within 30 days, as an annotation', () => {
    expect(why(complete(paid, system, { afterHours: 24 }, t0 + 24 * hour - 1))).toEqual([409, 'booking_moved_on'])
    const done = after(paid, complete(paid, system, { afterHours: 24 }, t0 + 24 * hour))
    const late = changed(stars(done, t0 + 30 * 24 * hour))
    expect(late).toMatchObject({ from: 'COMPLETE', to: 'COMPLETE' })
    expect(late.patch).not.toHaveProperty('completedAt')
    expect(why(stars(done, t0 + 30 * 24 * hour + 1))).toEqual([422, 'rating_closed'])
    expect(why(stars(after(done, late), t0))).toEqual([409, 'already_rated'])
    const other: Actor = { kind: 'rider', id: 'rider-two' }
    expect(why(rate(after(done, late), other, { rate: 5, tags: [], feedback: null, withinDays: 30 }, t0))).toEqual([
      404,
      'not_found',
    ])
  })
  test('stars are whole, from 1 to 5', () => {
    for (const bad of [0, 6, 4.5, NaN]) expect(why(stars(paid, t0, bad))).toEqual([400, 'invalid_input'])
  })
  test('not before it is paid', () => expect(why(stars(started(), t0))).toEqual([409, 'booking_moved_on']))
})
