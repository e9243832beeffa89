import { describe, expect, test } from 'vitest'
import { accepted, after, driver, made, minute, reached, started, t0 } from './example-booking.ts'
import { bookingView } from './booking-api.ts'
import type { Booking } from './booking.ts'
import { pay } from './moves/pay.ts'
import { viewBooking } from './view-booking.ts'

const viewers = {
  rider: { id: 'rider-one', role: 'rider' },
  driver: { id: 'driver-one', role: 'driver' },
  fleetadmin: { id: 'fleet-one', role: 'fleetadmin' },
  admin: { id: 'admin-one', role: 'admin' },
} as const
const see = (booking: Booking, who: keyof typeof viewers, more: Partial<Parameters<typeof viewBooking>[2]> = {}) =>
  viewBooking(booking, viewers[who], { now: t0 + 5 * minute, demo: false, ...more })
const paid = () => after(reached(), pay(reached(), driver, { payment_mode: 'cash' }, t0 + 16 * minute))
const bytes = (view: object) => JSON.stringify(view)

describe('trust-and-speed §1.8: what each role must never receive', () => {
  test('the trip code: own booking, ACCEPTED and ARRIVED only; masked for admin; nobody else', () => {
    expect(see(accepted(), 'rider').otp).toBe('12345')
    for (const booking of [made(), started(), reached(), paid()])
      expect(see(booking, 'rider')).not.toHaveProperty('otp')
    for (const who of ['driver', 'fleetadmin', 'admin'] as const)
      for (const booking of [made(), accepted(), started(), paid()])
        expect(bytes(see(booking, who))).not.toContain('12345')
    expect(see(accepted(), 'driver')).not.toHaveProperty('otp')
    expect(see(accepted(), 'admin').otp).toBe('•••••')
  })
  test('the other party’s phone: ACCEPTED to REACHED and 24 h more', () => {
    const riders = '+59899000002'
    const drivers = '+59899000001'
    expect(see(accepted(), 'driver').customer_contact).toBe(riders)
    expect(see(accepted(), 'rider').driver_contact).toBe(drivers)
    const end = t0 + 15 * minute
    const day = 24 * 60 * minute
    expect(see(paid(), 'rider', { now: end + day }).driver_contact).toBe(drivers)
    expect(see(paid(), 'rider', { now: end + day + 1 }).driver_contact).toBe(null)
    expect(bytes(see(paid(), 'driver', { now: end + day + 1 }))).not.toContain(riders)
    const cancelled: Booking = { ...accepted(), status: 'CANCELLED' }
    expect(bytes(see(cancelled, 'driver'))).not.toContain(riders)
    expect(bytes(see(accepted(), 'fleetadmin'))).not.toContain(riders)
    expect(see(accepted(), 'fleetadmin').driver_contact).toBe(drivers)
    expect(see({ ...accepted(), fleetadmin: 'fleet-two' }, 'fleetadmin').driver_contact).toBe(null)
    expect(see(accepted(), 'admin').customer_contact).toBe(riders)
  })
  test('the rider’s mail: self and admin', () => {
    for (const who of ['driver', 'fleetadmin'] as const)
      expect(bytes(see(accepted(), who))).not.toContain('example.org')
    expect(see(accepted(), 'rider').customer_email).toBe('rider.one@example.org')
    expect(see(accepted(), 'admin').customer_email).toBe('rider.one@example.org')
  })
  test('share and fee: never the rider, nor what they could be reckoned from', () => {
    const view = see(reached(), 'rider')
    for (const field of ['driver_share', 'convenience_fees', 'fareFlag', 'requestedDrivers', 'fleetadmin'])
      expect(view).not.toHaveProperty(field)
    expect(bytes(view)).not.toContain('"lines"')
    expect(view.fare?.final).toEqual({ distanceKm: 5, seconds: 600, parcel: 0, option: 0, total: 276 })
    for (const who of ['driver', 'fleetadmin', 'admin'] as const)
      expect(see(reached(), who)).toMatchObject({ driver_share: 240, convenience_fees: 36 })
    expect(bytes(see(reached(), 'driver'))).not.toContain('"lines"')
    expect(see(reached(), 'admin').fare?.final?.lines?.fee).toBe(36)
  })
  test('offers: riders none, a driver only the own, admins all', () => {
    const liveOffers = ['driver-one', 'driver-two']
    expect(see(made(), 'rider', { liveOffers })).not.toHaveProperty('requestedDrivers')
    expect(see(made(), 'driver', { liveOffers }).requestedDrivers).toEqual({ 'driver-one': true })
    expect(see(made(), 'admin', { liveOffers }).requestedDrivers).toEqual({ 'driver-one': true, 'driver-two': true })
  })
  test('demo mode hides contacts from the back office (spec 1 §5)', () => {
    const view = see(accepted(), 'admin', { demo: true })
    expect([view.customer_contact, view.customer_email, view.driver_contact]).toEqual(Array(3).fill('Hidden for Demo'))
    expect(bytes(view)).not.toContain('+598')
    expect(bytes(see(accepted(), 'fleetadmin', { demo: true }))).not.toContain('+598')
  })
})

test('every view fits the contract and loses nothing in it', () => {
  for (const who of Object.keys(viewers) as (keyof typeof viewers)[])
    for (const booking of [made(), accepted(), started(), reached(), paid()]) {
      const view = see(booking, who)
      expect(bookingView.parse(view)).toEqual(view)
    }
})

test('amounts are major units; the search is visible while NEW (design §8)', () => {
  expect(see(made(), 'rider')).toMatchObject({
    trip_cost: 276,
    estimate: 276,
    payableAmount: 276,
    search: { state: 'searching', until: t0 + 10 * minute },
  })
  expect(see(made(), 'rider', { now: t0 + 10 * minute }).search?.state).toBe('no-driver')
  expect(see(accepted(), 'rider').search).toBe(null)
  expect(see(accepted(), 'rider').codeRenewalsLeft).toBe(3)
})
