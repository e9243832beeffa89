import { expect, test } from 'vitest'
import { judgeDues, noDues, type Dues, type DueTerms } from './payment-due.ts'

const owing: Dues = { owed: 80_00, unpaid: [], promised: false }
const terms: DueTerms = { limit: 0, mostInCash: 500_00, exponent: 2, mode: 'cash', inCash: undefined }
const due = (dues: Partial<Dues>, more: Partial<DueTerms> = {}) => {
  const judged = judgeDues({ ...owing, ...dues }, { ...terms, ...more })
  return 'refuse' in judged ? judged.refuse.extra?.['due'] : judged
}
const unpaid = [{ id: 'ABCDEFGHJK', amount: 276_00 }]

test('a debt above the limit, or an unpaid booking, is paid first [design/money-22]', () => {
  expect(due({ owed: 0 })).toEqual(noDues)
  expect(due({}, { limit: 80_00 })).toEqual(noDues)
  expect(due({}, { limit: 79_99 })).toEqual({ owed: 80, bookings: [], inCash: true })
  expect(due({ owed: 0, unpaid })).toEqual({ owed: 0, bookings: [{ id: 'ABCDEFGHJK', amount: 276 }], inCash: false })
})

test('debts are paid with a ride in cash, by the amount that the rider agreed to [design/money-70]', () => {
  expect(due({}, { inCash: 80_00 })).toEqual({ debtDue: 80_00 })
  expect(due({}, { inCash: 80_00, mostInCash: 80_00 })).toEqual({ debtDue: 80_00 })
  // nothing is owed now, or it is within the limit: nothing is added to the ride
  expect(due({ owed: 0 }, { inCash: 80_00 })).toEqual(noDues)
  expect(due({}, { inCash: 80_00, limit: 80_00 })).toEqual(noDues)
  for (const inCash of [79_99, 80_01]) expect(due({}, { inCash })).toMatchObject({ owed: 80, inCash: true })
  for (const mode of ['wallet', 'card'] as const)
    expect(due({}, { inCash: 80_00, mode })).toMatchObject({ owed: 80, inCash: true })
})

test.each([
  ['above the limit of the operator', {}, { mostInCash: 79_99 }],
  ['where the operator does not allow it', {}, { mostInCash: 0 }],
  ['that another ride was booked to pay', { promised: true }, {}],
  ['beside an unpaid booking', { unpaid }, {}],
])('debts %s are not paid with a ride', (_, dues, more) => {
  expect(due(dues, { ...more, inCash: 80_00 })).toMatchObject({ owed: 80, inCash: false })
})
