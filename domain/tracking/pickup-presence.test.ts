import { describe, expect, test } from 'vitest'
import {
  accepted,
  admin,
  after,
  arrived,
  atPickup,
  changed,
  driver,
  minute,
  refused,
  rider,
  system,
  t0,
} from '../booking/example-booking.ts'
import { bookingCan } from '../booking/booking-status.ts'
import { noShowFee, noShowFrom, riderCancellation } from '../booking/cancellation-fee.ts'
import { arrive, confirmArrival } from '../booking/moves/arrive.ts'
import { cancel } from '../booking/moves/cancel.ts'
import { cameNearer, confirmsArrival, hasLeftPickup, isAtPickup, notSeen, type PlacedFix } from './pickup-presence.ts'

const { pickup } = accepted()
/** `km` north of the pickup. */
const north = (km: number) => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })
const fix = (km: number, at: number, accuracy?: number) => ({ ...north(km), at, ...(accuracy ? { accuracy } : {}) })
const arrival = t0 + 4 * minute
const reason = { id: 'reason-one', label: 'Changed my mind' }
const facts = { reason, noShow: false, noShowMinutes: 5, presence: notSeen }

describe('a fix at the pickup [design/moves-70]', () => {
  test.each([
    ['299 m away', fix(0.299, t0), true],
    ['301 m away', fix(0.301, t0), false],
    ['its accuracy of 50 m counts', fix(0.349, t0, 50), true],
    ['of 5 km of accuracy, 100 m count', fix(0.399, t0, 5000), true],
    ['and no more than 100 m', fix(0.401, t0, 5000), false],
  ])('%s: %s', (_, at, there) => {
    expect(isAtPickup(pickup, at)).toBe(there)
  })
  test('confirms for a minute; no fix confirms nothing', () => {
    expect(confirmsArrival(pickup, fix(0, t0), t0 + minute)).toBe(true)
    expect(confirmsArrival(pickup, fix(0, t0), t0 + minute + 1)).toBe(false)
    expect(confirmsArrival(pickup, null, t0)).toBe(false)
  })
  test('a repeated reading is as old as the reading [design/tracking-56]', () => {
    const repeated = (readAt: number) => ({ ...fix(0, t0), readAt })
    expect(confirmsArrival(pickup, repeated(t0 - minute), t0)).toBe(true)
    expect(confirmsArrival(pickup, repeated(t0 - minute - 1), t0)).toBe(false)
    // a reading cannot be younger than the fix that repeats it
    expect(confirmsArrival(pickup, { ...fix(0, t0 - 2 * minute), readAt: t0 }, t0)).toBe(false)
  })
})

describe('arrive [design/moves-70], [design/moves-71], [design/moves-19]', () => {
  const unconfirmed = after(accepted(), arrive(accepted(), driver, { fix: fix(8.8, arrival) }, arrival))
  test('a fix at the pickup confirms the arrival', () => {
    expect(changed(arrive(accepted(), driver, { fix: fix(0.1, arrival) }, arrival))).toMatchObject({
      patch: { driver_arrive_time: arrival, arrivalConfirmedAt: arrival },
      notices: [{ user: 'rider-one', message: 'notice_arrived' }],
    })
  })
  test.each([
    ['8.8 km away', fix(8.8, arrival)],
    ['two minutes old', fix(0, arrival - 2 * minute)],
    ['none', null],
  ])('%s: the arrival is unconfirmed and the notice says so', (_, at) => {
    expect(changed(arrive(accepted(), driver, { fix: at }, arrival))).toMatchObject({
      to: 'ARRIVED',
      patch: { driver_arrive_time: arrival, arrivalConfirmedAt: null },
      notices: [{ message: 'notice_arrived_unconfirmed' }],
    })
  })
  test('the first later fix at the pickup confirms it, once', () => {
    const later = arrival + minute
    expect(refused(confirmArrival(unconfirmed, system, { fix: fix(2, later) }, later)).refuse.status).toBe(409)
    const confirmed = after(unconfirmed, confirmArrival(unconfirmed, system, { fix: fix(0, later) }, later))
    expect(confirmed).toMatchObject({ status: 'ARRIVED', arrivalConfirmedAt: later, driver_arrive_time: arrival })
    expect(refused(confirmArrival(confirmed, system, { fix: fix(0, later) }, later)).refuse.status).toBe(409)
    expect(refused(confirmArrival(unconfirmed, driver, { fix: fix(0, later) }, later)).refuse.status).toBe(409)
  })
  test('without a trip code no notice names one [design/moves-76]', () => {
    const [first, late] = [
      { ...accepted(), otp: null },
      { ...unconfirmed, otp: null },
    ]
    for (const outcome of [
      arrive(first, driver, { fix: fix(0, arrival) }, arrival),
      confirmArrival(late, system, { fix: fix(0, arrival) }, arrival),
    ])
      expect(changed(outcome).notices).toMatchObject([
        { user: 'rider-one', message: 'notice_arrived_no_code', params: { driver: 'Driver One' } },
      ])
  })
  test('until then the rider cancels free, from the confirmation on not while the driver waits [design/moves-72]', () => {
    const view = { id: 'rider-one', role: 'rider' as const }
    expect(bookingCan.cancel(unconfirmed, view)).toBe(true)
    expect(riderCancellation(unconfirmed, atPickup(t0), t0 + 90 * minute)).toEqual({
      fee: 0,
      free: { because: 'arrival-unconfirmed', otherwise: 60_00 },
    })
    expect(changed(cancel(unconfirmed, rider, facts, t0 + 90 * minute)).postings).toBe(undefined)
    expect(bookingCan.cancel(arrived(), view)).toBe(false)
    expect(refused(cancel(arrived(), rider, facts, arrival)).refuse.key).toBe('booking_moved_on')
    expect(refused(cancel(unconfirmed, admin, facts, arrival)).refuse.key).toBe('booking_moved_on')
  })
  test.each<[string, PlacedFix | null, number, boolean]>([
    ['is at the pickup', fix(0.2, arrival + minute), arrival + minute, false],
    ['drove away', fix(0.5, arrival + minute), arrival + minute, true],
    ['is surely away only beyond the accuracy', fix(0.39, arrival + minute, 100), arrival + minute, false],
    ['is silent for two minutes', fix(0, arrival), arrival + 2 * minute, false],
    ['is silent for longer', fix(0, arrival), arrival + 2 * minute + 1, true],
    ['has sent no point', null, arrival + 2 * minute, false],
    ['has sent no point for longer', null, arrival + 2 * minute + 1, true],
  ])(
    'after a confirmed arrival the rider cancels free if the driver %s: %s [design/moves-72]',
    (_, last, now, free) => {
      const presence = { ...notSeen, last }
      const view = { id: 'rider-one', role: 'rider' as const }
      expect(bookingCan.cancel(arrived(), view, hasLeftPickup(arrived(), presence, now))).toBe(free)
      const outcome = cancel(arrived(), rider, { ...facts, presence }, now)
      if (!free) return expect(refused(outcome).refuse.key).toBe('booking_moved_on')
      expect(changed(outcome)).toMatchObject({ to: 'CANCELLED', driver: 'free', data: { fee: 0 } })
      expect(riderCancellation(arrived(), presence, now).free?.because).toBe('left-pickup')
    },
  )
})

describe('a fee needs a driver near the pickup [design/moves-73]', () => {
  test.each([
    ['2 km away at the acceptance, 1.9 km at best', 2, 1.9, true],
    ['2 km away at the acceptance, 1.97 km at best: the noise of a parked phone', 2, 1.97, false],
    ['no point since', 2, null, false],
    ['unknown distance at the acceptance, at the pickup since', null, 0.3, true],
    ['unknown distance at the acceptance, 400 m at best', null, 0.4, false],
  ])('%s', (_, acceptKm, nearestKm, came) => {
    expect(cameNearer({ acceptKm }, { ...notSeen, nearestKm })).toBe(came)
  })
  test('the rider cancels free while the driver has not come nearer', () => {
    const at = t0 + 6 * minute
    expect(riderCancellation(accepted(), { ...notSeen, nearestKm: 2 }, at)).toEqual({
      fee: 0,
      free: { because: 'not-nearer', otherwise: 60_00 },
    })
    const near = { ...notSeen, nearestKm: 1.2, last: fix(1.2, at) }
    expect(riderCancellation(accepted(), near, at)).toEqual({ fee: 60_00, free: null })
  })
  test.each([
    ['is silent for two minutes', fix(1.2, t0 + 4 * minute), 60_00],
    ['is silent for longer', fix(1.2, t0 + 4 * minute - 1), 0],
    ['repeats a reading that is older', { ...fix(1.2, t0 + 6 * minute), readAt: t0 + 4 * minute - 1 }, 0],
    ['is 50 m nearer than at the acceptance', fix(1.949, t0 + 6 * minute), 60_00],
    ['has driven away', fix(1.96, t0 + 6 * minute), 0],
  ])('a driver who came nearer and %s', (_, last, fee) => {
    expect(riderCancellation(accepted(), { ...notSeen, nearestKm: 0.9, last }, t0 + 6 * minute)).toEqual({
      fee,
      free: fee > 0 ? null : { because: 'not-coming', otherwise: 60_00 },
    })
  })
})

describe('a no-show needs a driver who stayed [design/moves-74]', () => {
  const noShow = (presence: typeof notSeen, now: number) =>
    cancel(arrived(), driver, { ...facts, noShow: true, presence }, now)
  const due = arrival + 5 * minute
  test('refused where the arrival is not confirmed, however long ago', () => {
    const booking = { ...arrived(), arrivalConfirmedAt: null }
    expect(refused(cancel(booking, driver, { ...facts, noShow: true, presence: atPickup(due) }, due)).refuse.key).toBe(
      'no_show_unconfirmed',
    )
  })
  test.each([
    ['away now', fix(2, due)],
    ['silent for two minutes', fix(0, due - 2 * minute)],
    ['never seen', null],
  ])('refused to a driver %s', (_, last) => {
    expect(refused(noShow({ ...notSeen, last }, due)).refuse.key).toBe('no_show_not_there')
  })
  test('the wait starts again after leaving, and so does the fee [design/money-19]', () => {
    const presence = { ...notSeen, nearestKm: 0, lastAwayAt: arrival + 3 * minute, last: fix(0, due) }
    expect(noShowFrom(arrived(), presence, 5)).toBe(arrival + 8 * minute)
    const { key, extra } = refused(noShow(presence, due)).refuse
    expect([key, extra]).toEqual(['no_show_too_early', { from: arrival + 8 * minute }])
    const now = arrival + 8 * minute
    expect(changed(noShow({ ...presence, last: fix(0, now) }, now)).data).toMatchObject({ fee: 60_00 })
  })
  test('the wait starts again at the end of a silence', () => {
    const presence = { ...atPickup(due), silentUntil: arrival + 4 * minute }
    expect(noShowFrom(arrived(), presence, 5)).toBe(arrival + 9 * minute)
    expect(refused(noShow(presence, due)).refuse.key).toBe('no_show_too_early')
  })
  test('wait and fee of a ride for later start at the booked time [design/moves-108]', () => {
    const tripdate = arrival + 17 * minute
    const later = { ...arrived(), bookLater: true, tripdate }
    const noShow = (now: number) => cancel(later, driver, { ...facts, noShow: true, presence: atPickup(now) }, now)
    expect(noShowFrom(later, atPickup(due), 5)).toBe(tripdate + 5 * minute)
    for (const now of [due, tripdate, tripdate + 5 * minute - 1]) {
      const { status, key, extra } = refused(noShow(now)).refuse
      expect([status, key, extra]).toEqual([422, 'no_show_too_early', { from: tripdate + 5 * minute }])
    }
    const slabs = [
      { minsDelayed: 5, amount: 20 },
      { minsDelayed: 10, amount: 60 },
    ]
    const dear = { ...later, tariff: { ...later.tariff, cancelSlab: slabs } }
    const feeAt = (now: number) => noShowFee(dear, atPickup(now), 5, now)
    expect([tripdate + 5 * minute - 1, tripdate + 5 * minute, tripdate + 10 * minute].map(feeAt)).toEqual([
      0, 20_00, 60_00,
    ])
    // an arrival after the booked time: the wait begins with the arrival
    expect(noShowFrom({ ...later, tripdate: arrival - minute }, atPickup(due), 5)).toBe(arrival + 5 * minute)
  })
})
