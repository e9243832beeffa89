import type { BookingView } from '@remis/domain/booking/booking-api'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { askedText, cardAmount } from './card-amount.ts'

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

const t = ((key: string, words: object) => `${key} ${JSON.stringify(words)}`) as unknown as TFunction
const asked = (requestedNames?: string[]) => askedText({ requestedNames } as BookingView, t)

it('names the asked driver, or the first one and the number of others', () => {
  expect(asked()).toBeNull()
  expect(asked([])).toBeNull()
  expect(asked(['Driver One'])).toBe('bookings_asked {"names":"Driver One"}')
  expect(asked(['Driver One', 'Driver Two', 'Driver Three'])).toBe(
    'bookings_asked_more {"names":"Driver One","count":2}',
  )
})
