import { expect, test } from 'vitest'
import type { Posting } from '../../wallet/ledger-entry.ts'
import type { Booking } from '../booking.ts'
import { admin, after, changed, driver, minute, noTrack, refused, started, t0 } from '../example-booking.ts'
import { statuses } from '../statuses.ts'
import { notPaid, pay } from '../moves/pay.ts'
import { reach } from '../moves/reach.ts'
import { openDebtOf } from './open-debt.ts'

const end = t0 + 15 * minute
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
  const pending = after(reachedWith(80_00), notPaid(reachedWith(80_00), driver, {}, end))
  const byAdmin = pay(pending, admin, { ...cashed, takenBy: 'driver', withDebt: true }, end)
  expect(refused(byAdmin).refuse.fields).toEqual(fields)
  expect(changed(pay(pending, driver, { ...cashed, withDebt: true }, end)).patch.debtPaid).toBe(80_00)
})

test('the driver has a debt to collect until a cash ride is paid or cancelled', () => {
  const open = statuses.filter((status) => openDebtOf({ status, payment_mode: 'cash', debtDue: 80 }) === 80)
  expect(open).toEqual(['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
  expect(openDebtOf({ status: 'REACHED', payment_mode: 'card', debtDue: 80 })).toBe(0)
  expect(openDebtOf({ status: 'REACHED', payment_mode: 'cash' })).toBe(0)
})
