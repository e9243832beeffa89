import { describe, expect, test } from 'vitest'
import { checkBookLater, checkBookNow, type BookingAsk, type BookingContext } from './booking-checks.ts'
import { checkDelivery } from './delivery-checks.ts'

const now = 1_800_000_000_000
const place = { lat: 1, lng: 2 }
const ask: BookingAsk = { pickup: place, drop: place, carType: 'economy', tripdate: now + 20 * 60_000 }
const rider: BookingContext = { viewer: { role: 'rider' }, screen: 'landing', now, freeDriver: true }

describe('spec 1 §5 Booking, in its order', () => {
  test.each<[string, Partial<BookingAsk>, Partial<BookingContext>, string | null]>([
    ['all well', {}, {}, null],
    ['nobody signed in', { pickup: null }, { viewer: null }, 'must_login'],
    ['a driver', { pickup: null }, { viewer: { role: 'driver' } }, 'user_issue_contact_admin'],
    ['an admin on the landing page', {}, { viewer: { role: 'admin' } }, 'user_issue_contact_admin'],
    ['no pickup', { pickup: null }, { freeDriver: false }, 'select_proper'],
    ['no drop', { drop: null }, {}, 'select_proper'],
    ['no car type', { carType: null }, {}, 'select_proper'],
    ['the prompt is no car type', { carType: '' }, {}, 'select_proper'],
    ['no driver near', {}, { freeDriver: false }, 'no_driver_found_alert_messege'],
    ['not asked yet', {}, { freeDriver: null }, null],
    ['admin screen without a rider', {}, { viewer: { role: 'admin' }, screen: 'admin' }, 'select_proper'],
    ['admin screen with one', { rider: 'r' }, { viewer: { role: 'admin' }, screen: 'admin' }, null],
    ['a rider on the admin screen', { rider: 'r' }, { screen: 'admin' }, 'user_issue_contact_admin'],
  ])('Book Now: %s', (_, more, context, key) => {
    expect(checkBookNow({ ...ask, ...more }, { ...rider, ...context })?.key ?? null).toBe(key)
  })

  test.each<[string, Partial<BookingAsk>, string | null]>([
    ['a date far enough', {}, null],
    ['no date', { tripdate: null }, 'select_proper'],
    ['15 minutes ahead is enough', { tripdate: now + 15 * 60_000 }, null],
    ['a millisecond less is not', { tripdate: now + 15 * 60_000 - 1 }, 'past_booking_error'],
    ['places come first', { drop: null, tripdate: null }, 'select_proper'],
  ])('Book Later: %s', (_, more, key) => {
    // it skips the driver check
    expect(checkBookLater({ ...ask, ...more }, { ...rider, freeDriver: false })?.key ?? null).toBe(key)
  })
})

describe('spec 1 §5 Delivery booking', () => {
  test.each([
    ['099 000-001', null],
    ['+598 99 000 001', null],
    ['0990000 ext 12', null],
    ['123456', 'deliveryDetailMissing'],
    ['phone number', 'deliveryDetailMissing'],
    ['- - - - -', 'deliveryDetailMissing'],
    ['', 'deliveryDetailMissing'],
  ])('phone %j', (deliveryPersonPhone, key) =>
    expect(checkDelivery({ deliveryPersonPhone }, 'landing')?.key ?? null).toBe(key),
  )
  test('on the admin screen the person is named too', () => {
    const deliveryPersonPhone = '0990000'
    expect(checkDelivery({ deliveryPersonPhone, deliveryPerson: '  ' }, 'admin')?.key).toBe('deliveryDetailMissing')
    expect(checkDelivery({ deliveryPersonPhone, deliveryPerson: 'Somebody' }, 'admin')).toBe(null)
  })
})
