import { expect, test } from 'vitest'
import { statuses } from '../statuses.ts'
import { paymentStates, statusesOfPayment } from './list-filters.ts'

test('no booking is due and paid at once, and a cancelled one is neither', () => {
  expect(statusesOfPayment.due.filter((status) => statusesOfPayment.paid.includes(status))).toEqual([])
  const named = paymentStates.flatMap((state) => statusesOfPayment[state])
  expect(statuses.filter((status) => !named.includes(status))).toEqual([
    'NEW',
    'ACCEPTED',
    'ARRIVED',
    'STARTED',
    'CANCELLED',
  ])
})
