import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../backoffice/settings.ts'
import {
  accepted,
  admin,
  after,
  changed,
  exampleDriver,
  made,
  minute,
  refused,
  rider,
  system,
  t0,
} from '../booking/example-booking.ts'
import type { Booking } from '../booking/booking.ts'
import { accept } from '../booking/moves/accept.ts'
import { expiresAt } from '../booking/moves/expire.ts'
import { payUpFront } from '../booking/moves/pay-up-front.ts'
import { release } from '../booking/moves/release.ts'
import { searchAgain } from '../booking/moves/search-again.ts'
import { assignedLife, checkAssignable } from './assignable-drivers.ts'

const settings = defaultSettings
const expiry = { paymentPendingMinutes: 30, newMinutes: 60 }
const tripdate = t0 + 60 * minute
const due = tripdate - 20 * minute
const later = (more = {}) => made({ bookLater: true, tripdate, ...more })
const why = (outcome: Parameters<typeof refused>[0]) => refused(outcome).refuse.key

describe('release of a booking for later [design/dispatch-23]', () => {
  test('waits until releaseMinutes before its time', () => {
    expect(later()).toMatchObject({ releaseAt: due, releasedAt: null, searchUntil: null, searches: 0 })
    expect(made()).toMatchObject({ releaseAt: t0, releasedAt: t0 })
    expect(made({ bookLater: true, tripdate: t0 + 20 * minute })).toMatchObject({
      releaseAt: t0,
      releasedAt: t0,
      searches: 1,
    })
    expect(later({ appcat: 'delivery' })).toMatchObject({ status: 'PAYMENT_PENDING', releaseAt: due, releasedAt: null })
  })
  test('releases once; the search lasts until searchMinutes after its time [invariants-T11]', () => {
    expect(why(release(later(), system, { settings, reserved: false, expiry }, due - 1))).toBe('booking_moved_on')
    const { patch, to } = changed(release(later(), system, { settings, reserved: false, expiry }, due))
    expect([to, patch]).toEqual([
      'NEW',
      { releasedAt: due, searchStartedAt: due, searchUntil: tripdate + 10 * minute, searches: 1 },
    ])
    const released = { ...later(), ...patch } as Booking
    expect(why(release(released, system, { settings, reserved: false, expiry }, due + 1))).toBe('booking_moved_on')
  })
  test('starts no search with a reserved driver or with autoDispatch off [design/dispatch-24]', () => {
    const off = { ...settings, autoDispatch: false }
    for (const facts of [
      { settings, reserved: true, expiry },
      { settings: off, reserved: false, expiry },
    ])
      expect(changed(release(later(), system, facts, due)).patch).toMatchObject({ releasedAt: due, searchUntil: null })
  })
  test('does not release a booking that is due to expire [design/dispatch-74]', () => {
    const late = tripdate + 60 * minute
    for (const reserved of [true, false]) {
      expect(changed(release(later(), system, { settings, reserved, expiry }, late - 1)).patch.releasedAt).toBe(
        late - 1,
      )
      expect(why(release(later(), system, { settings, reserved, expiry }, late))).toBe('booking_moved_on')
    }
  })
  test('allows only the system, only for NEW', () => {
    for (const actor of [rider, admin])
      expect(why(release(later(), actor, { settings, reserved: false, expiry }, due))).toBe('booking_moved_on')
    expect(why(release({ ...accepted(), releasedAt: null }, system, { settings, reserved: false, expiry }, due))).toBe(
      'booking_moved_on',
    )
  })
  test('a payment before the release does not release, a later one does', () => {
    const pending = later({ appcat: 'delivery' })
    const facts = { captured: pending.payableAmount, gateway: 'test', reference: 'p', settings }
    expect(changed(payUpFront(pending, system, facts, due - 1)).patch).toMatchObject({
      releasedAt: null,
      searchUntil: null,
    })
    expect(changed(payUpFront(pending, system, facts, due)).patch).toMatchObject({
      releasedAt: due,
      searchUntil: tripdate + 10 * minute,
    })
  })
})

describe('a booking that waits without a search [design/moves-40]', () => {
  const waiting: Booking = { ...later(), releasedAt: due }
  const again = (booking: Booking, facts: Partial<Parameters<typeof searchAgain>[2]> = {}, now = due + 5 * minute) =>
    searchAgain(booking, system, { settings, expiry, ...facts }, now)
  test('the system starts a search with autoDispatch on, not while an assigned driver may accept, not before the release', () => {
    expect(changed(again(waiting)).patch).toMatchObject({ searchUntil: tripdate + 10 * minute, searches: 1 })
    expect(why(again(waiting, { assigned: true }))).toBe('booking_moved_on')
    expect(why(again(waiting, { settings: { ...settings, autoDispatch: false } }))).toBe('booking_moved_on')
    expect(why(again(later()))).toBe('booking_moved_on')
    expect(why(again(made()))).toBe('booking_moved_on')
  })
  test('the system starts no search for a booking that is due to expire [design/dispatch-74]', () => {
    const late = tripdate + 60 * minute
    expect(changed(again(waiting, {}, late - 1)).patch).toMatchObject({ searches: 1 })
    expect(why(again(waiting, {}, late))).toBe('booking_moved_on')
  })
  test('search-again with autoDispatch off waits for the office and expires an hour later [design/moves-38]', () => {
    const late = t0 + 5 * 60 * minute
    const office = { settings: { ...settings, autoDispatch: false } }
    const again = after(made(), searchAgain(made(), rider, office, late))
    expect(again).toMatchObject({ searchUntil: null, searchStartedAt: late })
    expect(expiresAt(again, expiry)).toBe(late + 60 * minute)
  })
  test('people search again only after a search that found no driver', () => {
    expect(why(searchAgain(waiting, rider, { settings }, due))).toBe('booking_moved_on')
    expect(changed(searchAgain(made(), rider, { settings }, t0 + 10 * minute)).to).toBe('NEW')
  })
})

describe('checkAssignable [dispatch-11]', () => {
  const fault = (driver: Partial<typeof exampleDriver>, booking: Booking = made(), more = {}) =>
    checkAssignable({ ...exampleDriver, ...driver }, booking, { ...settings, ...more }, t0)
  test.each([
    [{}, null],
    [{ approved: false }, 'not-approved'],
    [{ carTypeId: 'xl' }, 'other-car-type'],
    [{ active: false }, 'offline'],
    [{ position: null }, 'no-position'],
    [{ busy: true }, 'busy'],
    [{ walletBalance: -1 }, null],
  ] as const)('%j → %s', (driver, expected) => expect(fault(driver)).toBe(expected))
  test('accepts an old and far position: the admin sees both', () =>
    expect(fault({ position: { lat: 0, lng: 0, at: 0 } })).toBe(null))
  test('refuses a driver who cancelled this ride before [design/dispatch-40]', () =>
    expect(fault({}, { ...made(), cancelledDrivers: [exampleDriver.id] })).toBe('cancelled-before'))
  test('accepts a busy driver for a booking for later [dispatch-8]', () =>
    expect(fault({ busy: true }, later())).toBe(null))
  test('refuses a negative wallet with negativeBalance off', () =>
    expect(fault({ walletBalance: -1 }, made(), { negativeBalance: false })).toBe('negative-balance'))
  test('the offer is open for five minutes, from now or from the release [design/dispatch-20]', () => {
    expect(assignedLife(made(), 5, t0 + 1)).toEqual({ opensAt: t0 + 1, expiresAt: t0 + 1 + 5 * minute })
    expect(assignedLife(later(), 5, t0)).toEqual({ opensAt: due, expiresAt: due + 5 * minute })
    expect(assignedLife(later(), 5, due + minute).opensAt).toBe(due + minute)
  })
  test('a reserved driver accepts from the release on, for five minutes [design/dispatch-21]', () => {
    const offer = { offeredAt: due, expiresAt: due + 5 * minute, outcome: null }
    const driver = { kind: 'driver', id: 'driver-one' } as const
    const at = (now: number) => accept(later(), driver, { driver: exampleDriver, offer }, now)
    expect(why(at(due - 1))).toBe('offer_not_open')
    expect(changed(at(due)).to).toBe('ACCEPTED')
    expect(why(at(due + 5 * minute))).toBe('offer_expired')
  })
})
