import { expect, it } from 'vitest'
import { cardAmount } from './card-amount.ts'

const seen = { driver_share: 231, customer_paid: 266, trip_cost: 280 }

it('tells a driver the share, and everybody else the price', () => {
  expect(cardAmount(seen, 'driver')).toBe(231)
  expect(cardAmount(seen, 'rider')).toBe(266)
  expect(cardAmount(seen, 'admin')).toBe(266)
  expect(cardAmount(seen, 'fleetadmin')).toBe(266)
})

it('tells the price before anything is paid', () => {
  expect(cardAmount({ driver_share: 231, trip_cost: 280 } as Parameters<typeof cardAmount>[0], 'admin')).toBe(280)
})
