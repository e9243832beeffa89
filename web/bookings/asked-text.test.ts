import type { BookingView } from '@remis/domain/booking/booking-api'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { askedText } from './asked-text.ts'

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
