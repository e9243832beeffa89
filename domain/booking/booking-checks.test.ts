import { describe, expect, test } from 'vitest'
import {
  checkBookLater,
  checkBookNow,
  checkDelivery,
  mayBookFrom,
  type BookingContext,
  type BookingQuery,
} from './booking-checks.ts'

const now = 1_800_000_000_000
const place = { lat: 1, lng: 2 }
const query: BookingQuery = { pickup: place, drop: place, carType: 'economy', tripdate: now + 20 * 60_000 }
const rider: BookingContext = { viewer: { role: 'rider' }, screen: 'landing', now }

describe('checks of the booking form', () => {
  test.each<[string, Partial<BookingQuery>, Partial<BookingContext>, string | null]>([
    ['accepts a complete form', {}, {}, null],
    ['[booking-21] requires a login first', { pickup: null }, { viewer: null }, 'must_login'],
    ['[booking-22] refuses a driver', { pickup: null }, { viewer: { role: 'driver' } }, 'user_issue_contact_admin'],
    [
      '[booking-22] refuses an admin on the landing page',
      {},
      { viewer: { role: 'admin' } },
      'user_issue_contact_admin',
    ],
    ['[booking-23] requires a pickup', { pickup: null }, {}, 'select_proper'],
    ['[booking-23] requires a drop', { drop: null }, {}, 'select_proper'],
    ['[booking-23] requires a car type', { carType: null }, {}, 'select_proper'],
    ['[booking-23] does not accept the empty option as a car type', { carType: '' }, {}, 'select_proper'],
    [
      '[booking-23] requires a rider on the office screen',
      {},
      { viewer: { role: 'admin' }, screen: 'admin' },
      'select_proper',
    ],
    [
      '[booking-46] accepts an admin with a rider on the office screen',
      { rider: 'r' },
      { viewer: { role: 'admin' }, screen: 'admin' },
      null,
    ],
    ['refuses a rider on the office screen', { rider: 'r' }, { screen: 'admin' }, 'user_issue_contact_admin'],
  ])('Book Now: %s', (_, more, context, key) => {
    expect(checkBookNow({ ...query, ...more }, { ...rider, ...context })?.key ?? null).toBe(key)
  })

  test('[booking-23] names the first missing field of the form, on the office screen the rider', () => {
    const empty = { pickup: null, drop: null, carType: null }
    const office: BookingContext = { ...rider, viewer: { role: 'admin' }, screen: 'admin' }
    expect(checkBookNow(empty, office)?.field).toBe('rider')
    expect(checkBookNow({ ...empty, rider: 'r' }, office)?.field).toBe('pickup')
    expect(checkBookNow(empty, rider)?.field).toBe('pickup')
  })

  test.each<[string, Partial<BookingQuery>, string | null]>([
    ['accepts a date far enough ahead', {}, null],
    ['requires a date', { tripdate: null }, 'select_proper'],
    ['accepts exactly 15 minutes ahead', { tripdate: now + 15 * 60_000 }, null],
    ['refuses a millisecond less than 15 minutes', { tripdate: now + 15 * 60_000 - 1 }, 'past_booking_error'],
    ['accepts the last day allowed', { tripdate: now + 30 * 86_400_000 }, null],
    ['refuses later than that [design/moves-86]', { tripdate: now + 30 * 86_400_000 + 1 }, 'too_far_ahead'],
    ['checks the places before the date', { drop: null, tripdate: null }, 'select_proper'],
  ])('Book Later: %s [booking-24] [booking-25]', (_, more, key) => {
    expect(checkBookLater({ ...query, ...more }, { ...rider, bookLaterDays: 30 })?.key ?? null).toBe(key)
  })
})

describe('checkDelivery [delivery-8]', () => {
  test.each([
    ['099 000-001', null],
    ['+598 99 000 001', null],
    ['0990000 ext 12', null],
    ['(099) 000-001', null],
    ['٠٩٩ ٠٠٠ ٠٠١', null],
    ['०९९ ००० ००१', null],
    ['٠٩٩', 'deliveryDetailMissing'],
    ['099-000', null],
    ['099-00', 'deliveryDetailMissing'],
    ['0990000 ext', 'deliveryDetailMissing'],
    ['099.000.001', 'deliveryDetailMissing'],
    ['123456', 'deliveryDetailMissing'],
    ['phone number', 'deliveryDetailMissing'],
    ['- - - - -', 'deliveryDetailMissing'],
    ['', 'deliveryDetailMissing'],
  ])('phone %j', (deliveryPersonPhone, key) =>
    expect(checkDelivery({ deliveryPersonPhone }, 'landing')?.key ?? null).toBe(key),
  )
  test('requires the name on the office screen too [delivery-9]', () => {
    const deliveryPersonPhone = '0990000'
    expect(checkDelivery({ deliveryPersonPhone, deliveryPerson: '  ' }, 'admin')?.key).toBe('deliveryDetailMissing')
    expect(checkDelivery({ deliveryPersonPhone, deliveryPerson: 'Somebody' }, 'admin')).toBe(null)
  })
})

const minute = 60_000
const paceLimits = {
  most: 5,
  windowMs: 10 * minute,
  pauseMs: 30_000,
  mostPauseMs: 15 * minute,
  cancelsWithinMs: 60 * minute,
}
const ago = (...minutes: number[]) => minutes.map((n) => now - n * minute)

test('five bookings in ten minutes, then one more when the oldest of them is ten minutes old [design/moves-85]', () => {
  const from = (made: number[]) => mayBookFrom({ made, cancelled: [] }, paceLimits, now)
  expect(from([])).toBe(0)
  expect(from(ago(1, 2, 3, 4))).toBe(0)
  expect(from(ago(1, 2, 3, 4, 9))).toBe(now + minute)
  expect(from(ago(1, 2, 3, 4, 11))).toBeLessThan(now)
})

test('the pause after cancels begins with the second, doubles, and ends at a quarter of an hour', () => {
  const pause = (count: number) => {
    const cancelled = Array.from({ length: count }, () => now)
    return (mayBookFrom({ made: [], cancelled }, paceLimits, now) - now) / 1000
  }
  expect([2, 3, 4, 5, 6, 7, 30].map(pause)).toEqual([30, 60, 120, 240, 480, 900, 900])
  expect(mayBookFrom({ made: [], cancelled: [now] }, paceLimits, now)).toBe(0)
  // Counted from the last cancel; one of more than an hour ago does not count.
  expect(mayBookFrom({ made: [], cancelled: ago(1, 5) }, paceLimits, now)).toBe(now - minute + 30_000)
  expect(mayBookFrom({ made: [], cancelled: ago(0, 61) }, paceLimits, now)).toBe(0)
})
