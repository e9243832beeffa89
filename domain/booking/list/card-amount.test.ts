import { expect, it } from 'vitest'
import { cardAmount } from './card-amount.ts'

const trip = { status: 'PAID', paidAt: 1, prepaid: false } as const
const seen = { ...trip, driver_share: 231, customer_paid: 266, trip_cost: 280 }

it('returns the share for a driver and the price for all others', () => {
  expect(cardAmount(seen, 'driver')).toBe(231)
  expect(cardAmount(seen, 'rider')).toBe(266)
  expect(cardAmount(seen, 'admin')).toBe(266)
  expect(cardAmount(seen, 'fleetadmin')).toBe(266)
})

it('tells the price before anything is paid', () => {
  expect(cardAmount({ ...trip, driver_share: 231, trip_cost: 280 }, 'admin')).toBe(280)
})

it.each([
  [{ customer_paid: 60 }, 60],
  [{ customer_paid: 60, feeOwed: 15 }, 45],
  [{ customer_paid: 60, feeOwed: 60 }, undefined],
  [{ customer_paid: 60, writtenOff: 60 }, undefined],
  [{ customer_paid: 0 }, undefined],
] as const)(
  'of a cancelled booking with %o what was collected of the fee, for each role [design/money-93]',
  (fee, amount) => {
    const cancelled = { ...trip, status: 'CANCELLED', paidAt: null, driver_share: 231, trip_cost: 280, ...fee } as const
    for (const role of ['driver', 'rider', 'fleetadmin', 'admin'] as const)
      expect(cardAmount(cancelled, role)).toBe(amount)
  },
)
