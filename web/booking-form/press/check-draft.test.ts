import type { BookingContext, BookingQuery } from '@remis/domain/booking/booking-checks'
import { expect, it } from 'vitest'
import { checkDraft } from './check-draft.ts'

const hour = 3_600_000
const place = { lat: 41.15, lng: -8.61 }
const full = { pickup: place, drop: place, carType: 'a', rider: 'b', tripdate: 2 * hour }
const context: BookingContext = { viewer: { role: 'admin' }, screen: 'admin', now: 0, bookLaterDays: 30 }
const checked = (part: Partial<BookingQuery>, later = false) => checkDraft({ ...full, ...part }, later, context)

it('names the first missing field in the order of the form [booking-23] [booking-24]', () => {
  expect(checked({ rider: null, pickup: null })).toMatchObject({ field: 'rider', missing: 'rider_missing' })
  expect(checked({ pickup: null, drop: null })).toMatchObject({ field: 'pickup', missing: 'pickup_missing' })
  expect(checked({ drop: null, carType: null })).toMatchObject({ field: 'drop', missing: 'drop_missing' })
  expect(checked({ carType: null })).toMatchObject({ field: 'carType', missing: 'car_type_missing' })
  expect(checked({ tripdate: null }, true)).toMatchObject({ field: 'tripdate', missing: 'when_missing' })
})

it('shows a time that is too early or too late at its field [booking-25] [design/moves-86]', () => {
  const early = checked({ tripdate: hour / 10 }, true)
  expect(early).toMatchObject({ field: 'tripdate', late: 'past_booking_error', missing: undefined })
  expect(checked({ tripdate: 31 * 24 * hour }, true).late).toBe('too_far_ahead')
})

it('finds nothing wrong with a full draft, and no field at fault for a caller who may not book', () => {
  const nothing = { fault: null, field: undefined, missing: undefined, late: null }
  expect(checked({})).toEqual(nothing)
  expect(checked({}, true)).toEqual(nothing)
  const visitor = checkDraft(full, false, { ...context, viewer: null })
  expect(visitor).toEqual({ ...nothing, fault: { key: 'must_login' } })
})
