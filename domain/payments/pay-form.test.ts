import { expect, test } from 'vitest'
import { bookingPayForm } from './pay-form.ts'

const payer = { id: 'rider-one', firstName: 'Rider', lastName: 'One', mobile: '+59899000002', email: null }
const amountOf = (status: 'PAYMENT_PENDING' | 'PENDING') =>
  bookingPayForm({ id: 'B', status, trip_cost: 276, payableAmount: 226, currency: 'UYU' }, payer).amount

test('the amount is trip_cost of a new booking, payableAmount of an existing one [payments-8]', () => {
  expect(amountOf('PAYMENT_PENDING')).toBe('276')
  expect(amountOf('PENDING')).toBe('226')
})
