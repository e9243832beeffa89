import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../backoffice/settings.ts'
import {
  accepted,
  admin,
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
import { payUpFront } from '../booking/moves/pay-up-front.ts'
import { release } from '../booking/moves/release.ts'
import { searchAgain } from '../booking/moves/search-again.ts'
import { assignedLife, checkAssignable } from './assignable-drivers.ts'

const settings = defaultSettings
const tripdate = t0 + 60 * minute
const due = tripdate - 20 * minute
const later = (more = {}) => made({ bookLater: true, tripdate, ...more })
const why = (outcome: Parameters<typeof refused>[0]) => refused(outcome).refuse.key

describe('design §8: release of a booking for later', () => {
  test('it waits until releaseMinutes before its time', () => {
    expect(later()).toMatchObject({ releaseAt: due, releasedAt: null, searchUntil: null, searches: 0 })
    expect(made()).toMatchObject({ releaseAt: t0, releasedAt: t0 })
    expect(made({ bookLater: true, tripdate: t0 + 20 * minute })).toMatchObject({
      releaseAt: t0,
      releasedAt: t0,
      searches: 1,
    })
    expect(later({ appcat: 'delivery' })).toMatchObject({ status: 'PAYMENT_PENDING', releaseAt: due, releasedAt: null })
  })
  test('then once: the search begins and lasts until searchMinutes after its time', () => {
    expect(why(release(later(), system, { settings, reserved: false }, due - 1))).toBe('booking_moved_on')
    const { patch, to } = changed(release(later(), system, { settings, reserved: false }, due))
    expect([to, patch]).toEqual([
      'NEW',
      { releasedAt: due, searchStartedAt: due, searchUntil: tripdate + 10 * minute, searches: 1 },
    ])
    const released = { ...later(), ...patch } as Booking
    expect(why(release(released, system, { settings, reserved: false }, due + 1))).toBe('booking_moved_on')
  })
  test('a reserved driver is waited for; autoDispatch off waits for an admin', () => {
    const off = { ...settings, autoDispatch: false }
    for (const facts of [
      { settings, reserved: true },
      { settings: off, reserved: false },
    ])
      expect(changed(release(later(), system, facts, due)).patch).toMatchObject({ releasedAt: due, searchUntil: null })
  })
  test('only the system releases, only a NEW booking', () => {
    for (const actor of [rider, admin])
      expect(why(release(later(), actor, { settings, reserved: false }, due))).toBe('booking_moved_on')
    expect(why(release({ ...accepted(), releasedAt: null }, system, { settings, reserved: false }, due))).toBe(
      'booking_moved_on',
    )
  })
  test('paid up front before its time it waits on; after it, it is released with the payment', () => {
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

describe('what waits without a search', () => {
  const waiting: Booking = { ...later(), releasedAt: due }
  const again = (booking: Booking, facts: Partial<Parameters<typeof searchAgain>[2]> = {}, now = due + 5 * minute) =>
    searchAgain(booking, system, { settings, ...facts }, now)
  test('the system takes it up with autoDispatch, not while an assigned driver may answer, not before the release', () => {
    expect(changed(again(waiting)).patch).toMatchObject({ searchUntil: tripdate + 10 * minute, searches: 1 })
    expect(why(again(waiting, { assigned: true }))).toBe('booking_moved_on')
    expect(why(again(waiting, { settings: { ...settings, autoDispatch: false } }))).toBe('booking_moved_on')
    expect(why(again(later()))).toBe('booking_moved_on')
    expect(why(again(made()))).toBe('booking_moved_on')
  })
  test('people search again only after a search that found nobody', () => {
    expect(why(searchAgain(waiting, rider, { settings }, due))).toBe('booking_moved_on')
    expect(changed(searchAgain(made(), rider, { settings }, t0 + 10 * minute)).to).toBe('NEW')
  })
})

describe('assigning (spec 2 §4, spec 1 §6)', () => {
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
  test('a position may be old and far: the admin sees both', () =>
    expect(fault({ position: { lat: 0, lng: 0, at: 0 } })).toBe(null))
  test('who is on a trip can be reserved for later', () => expect(fault({ busy: true }, later())).toBe(null))
  test('negativeBalance off', () =>
    expect(fault({ walletBalance: -1 }, made(), { negativeBalance: false })).toBe('negative-balance'))
  test('the offer lives five minutes, from now or from the release', () => {
    expect(assignedLife(made(), 5, t0 + 1)).toEqual({ opensAt: t0 + 1, expiresAt: t0 + 1 + 5 * minute })
    expect(assignedLife(later(), 5, t0)).toEqual({ opensAt: due, expiresAt: due + 5 * minute })
    expect(assignedLife(later(), 5, due + minute).opensAt).toBe(due + minute)
  })
  test('a reserved driver accepts from the release on, not before, and not five minutes later', () => {
    const offer = { offeredAt: due, expiresAt: due + 5 * minute, outcome: null }
    const driver = { kind: 'driver', id: 'driver-one' } as const
    const at = (now: number) => accept(later(), driver, { driver: exampleDriver, offer }, now)
    expect(why(at(due - 1))).toBe('offer_not_open')
    expect(changed(at(due)).to).toBe('ACCEPTED')
    expect(why(at(due + 5 * minute))).toBe('offer_expired')
  })
})
