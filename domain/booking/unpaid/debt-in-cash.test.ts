import { expect, test } from 'vitest'
import type { Posting } from '../../wallet/ledger-entry.ts'
import type { Booking } from '../booking.ts'
import { admin, after, changed, driver, minute, noTrack, refused, started, t0 } from '../example-booking.ts'
import { bookingCan } from '../booking-status.ts'
import { statuses } from '../statuses.ts'
import { abort } from '../moves/abort.ts'
import { notPaid, pay } from '../moves/pay.ts'
import { reach } from '../moves/reach.ts'
import { openDebtOf } from './open-debt.ts'

const end = t0 + 15 * minute
const everything = {
  id: 'p',
  promo_name: 'P',
  promo_discount_type: 'percentage',
  promo_discount_value: 100,
  max_promo_discount_value: 500,
} as const
const cashed = { payment_mode: 'cash' } as const
const inWallet = (postings: readonly Posting[] = [], holder: string) =>
  postings
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.account === 'wallet' && entry.holder === holder)
    .reduce((sum, { amount }) => sum + amount, 0)

/** At the drop with debts that the ride was booked with, and what the rider still owes then. */
const reachedWith = (debtDue: number, owed = debtDue): Booking =>
  after({ ...started(), debtDue }, reach({ ...started(), debtDue }, driver, { ...noTrack, owed }, end))

test('cash with earlier debts: a posting beside the settlement, from the driver to the rider [design/money-70]', () => {
  const owing = reachedWith(80_00)
  const change = changed(pay(owing, driver, { ...cashed, withDebt: true }, end))
  expect(change.postings?.map(({ kind }) => kind)).toEqual(['settlement', 'debt-cash'])
  expect(change.patch).toMatchObject({ cashPaymentAmount: 276_00, debtPaid: 80_00 })
  expect(inWallet(change.postings, 'driver-one')).toBe(240_00 - 276_00 - 80_00)
  expect(inWallet(change.postings, 'rider-one')).toBe(80_00)
  const fareOnly = changed(pay(owing, driver, cashed, end))
  expect(fareOnly.postings?.map(({ kind }) => kind)).toEqual(['settlement'])
  expect(fareOnly.patch).not.toHaveProperty('debtPaid')
})
test('at the drop the debt is what the rider still owes of it; only its driver says that it was paid', () => {
  expect([reachedWith(80_00, 30_00).debtDue, reachedWith(80_00, 90_00).debtDue]).toEqual([30_00, 80_00])
  const fields = { with_debt: 'no debt to collect' }
  expect(refused(pay(reachedWith(80_00, 0), driver, { ...cashed, withDebt: true }, end)).refuse.fields).toEqual(fields)
  const pending = after(reachedWith(80_00), notPaid(reachedWith(80_00), driver))
  const byAdmin = pay(pending, admin, { ...cashed, takenBy: 'driver', withDebt: true }, end)
  expect(refused(byAdmin).refuse.fields).toEqual(fields)
  expect(changed(pay(pending, driver, { ...cashed, withDebt: true }, end)).patch.debtPaid).toBe(80_00)
})

test('at the drop of a ride that a promo made free the debt is waited for, unless it has been paid [design/money-80]', () => {
  const free = { ...started({ promo: everything }), debtDue: 80_00 }
  const drop = (owed: number) => changed(reach(free, driver, { ...noTrack, owed }, end))
  expect(drop(80_00)).toMatchObject({
    to: 'REACHED',
    patch: { payableAmount: 0, debtDue: 80_00 },
    notices: [{ message: 'notice_reached', params: { total: 80 } }],
  })
  const waiting = after(free, drop(80_00))
  const all = changed(pay(waiting, driver, { ...cashed, withDebt: true }, end))
  expect(all).toMatchObject({ to: 'PAID', patch: { cashPaymentAmount: 0, cash_taken_by: null, debtPaid: 80_00 } })
  expect(changed(pay(waiting, driver, cashed, end))).toMatchObject({ to: 'PAID', driver: 'free' })
  const ofDriver = { id: 'driver-one', role: 'driver' } as const
  expect([bookingCan.notPaid(waiting, ofDriver), bookingCan.receiveCash(waiting, ofDriver)]).toEqual([false, true])
  expect(refused(notPaid(waiting, driver)).refuse.key).toBe('booking_moved_on')
  expect(drop(0)).toMatchObject({ to: 'PAID', patch: { debtDue: 0 } })
})

test('a trip that the office ends with nothing to pay takes no debt with it [design/money-80]', () => {
  const facts = { reason: 'Breakdown', fare: 0, clock: '10:15:00', speed: 1 }
  expect(changed(abort({ ...started(), debtDue: 80_00 }, admin, facts, end))).toMatchObject({
    to: 'PAID',
    patch: { debtDue: 0 },
  })
})

test('the driver has a debt to collect until a cash ride is paid or cancelled', () => {
  const open = statuses.filter((status) => openDebtOf({ status, payment_mode: 'cash', debtDue: 80 }) === 80)
  expect(open).toEqual(['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
  expect(openDebtOf({ status: 'REACHED', payment_mode: 'card', debtDue: 80 })).toBe(0)
  expect(openDebtOf({ status: 'REACHED', payment_mode: 'cash' })).toBe(0)
})
