import { expiredBooking, incompleteBooking } from '@remis/domain/booking/system-reason'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { reasonText } from './reason-text.ts'

const arabic = ((key: string) => `ar:${key}`) as unknown as TFunction

it('shows a reason of the system in the reader’s language, and the words of a person as they are', () => {
  expect(reasonText(arabic, incompleteBooking)).toBe('ar:incomplete_booking')
  expect(reasonText(arabic, expiredBooking)).toBe('ar:booking_expired')
  expect(reasonText(arabic, 'Driver is late')).toBe('Driver is late')
  expect(reasonText(arabic, null)).toBe('')
})
