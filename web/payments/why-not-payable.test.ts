import { payUntil } from '@remis/domain/booking/unpaid/pay-until'
import type { Status } from '@remis/domain/booking/statuses'
import { expect, it } from 'vitest'
import { whyNotPayable } from './why-not-payable.ts'

const bookingDate = 1_800_000_000_000
const minute = 60_000
const rider = { id: 'rider-one', role: 'rider' } as const
const whyNot = (status: Status, now = bookingDate) =>
  whyNotPayable(
    { status, customer: rider.id, driver: 'driver-one', payment_mode: 'card', rating: null, paidAt: null, bookingDate },
    rider,
    now,
  )

it('a prepaid booking can be paid for 30 minutes [design/web-180]', () => {
  expect(payUntil({ bookingDate })).toBe(bookingDate + 30 * minute)
  expect(whyNot('PAYMENT_PENDING', bookingDate + 30 * minute - 1)).toBe(null)
  expect(whyNot('PAYMENT_PENDING', bookingDate + 30 * minute)).toBe('pay_over')
})

it('a fare can be paid while it is due [design/web-180]', () => {
  expect(whyNot('PENDING', bookingDate + 90 * minute)).toBe(null)
  for (const status of ['PAID', 'COMPLETE', 'NEW'] as const) expect(whyNot(status)).toBe('payment_not_due')
  expect(whyNot('CANCELLED')).toBe('pay_over')
})
