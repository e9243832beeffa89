import { paymentModes } from './list/list-filters.ts'
import { feeOf, paidByCustomer } from './payment-packet.ts'
import { statuses } from './statuses.ts'
import { describe, expect, test } from 'vitest'
import { accepted, admin, after, driver, made, minute, reached, started, t0, viewOf } from './example-booking.ts'
import { bookingRequest, bookingView } from './booking-api.ts'
import type { Booking } from './booking.ts'
import { notPaid, pay } from './moves/pay.ts'
import { writeOff } from './moves/write-off.ts'
import type { ViewContext } from './view-booking.ts'

const viewers = {
  rider: { id: 'rider-one', role: 'rider' },
  driver: { id: 'driver-one', role: 'driver' },
  fleetadmin: { id: 'fleet-one', role: 'fleetadmin' },
  admin: { id: 'admin-one', role: 'admin' },
} as const
const view = (booking: Booking, who: keyof typeof viewers, more: Partial<ViewContext> = {}) =>
  viewOf(booking, viewers[who], { now: t0 + 5 * minute, ...more })
const paid = () => after(reached(), pay(reached(), driver, { payment_mode: 'cash' }, t0 + 16 * minute))
const bytes = (view: object) => JSON.stringify(view)
const promo = {
  id: 'promo-one',
  promo_name: 'TEN',
  promo_discount_type: 'flat',
  promo_discount_value: 10,
  max_promo_discount_value: 10,
} as const

describe('fields that a role must never receive [design/access-5]', () => {
  test('shows the trip code to the customer in ACCEPTED and ARRIVED, masked to admins, to no other role [booking-38]', () => {
    expect(view(accepted(), 'rider').otp).toBe('12345')
    for (const booking of [made(), started(), reached(), paid()])
      expect(view(booking, 'rider')).not.toHaveProperty('otp')
    for (const who of ['driver', 'fleetadmin', 'admin'] as const)
      for (const booking of [made(), accepted(), started(), paid()])
        expect(bytes(view(booking, who))).not.toContain('12345')
    expect(view(accepted(), 'driver')).not.toHaveProperty('otp')
    expect(view(accepted(), 'admin').otp).toBe('•••••')
  })
  test('shows the other party’s phone from ACCEPTED until 24 h after the trip', () => {
    const riders = '+59899000002'
    const drivers = '+59899000001'
    expect(view(accepted(), 'driver').customer_contact).toBe(riders)
    expect(view(accepted(), 'rider').driver_contact).toBe(drivers)
    const end = t0 + 15 * minute
    const day = 24 * 60 * minute
    expect(view(paid(), 'rider', { now: end + day }).driver_contact).toBe(drivers)
    expect(view(paid(), 'rider', { now: end + day + 1 }).driver_contact).toBe(null)
    expect(bytes(view(paid(), 'driver', { now: end + day + 1 }))).not.toContain(riders)
    const cancelled: Booking = { ...accepted(), status: 'CANCELLED' }
    expect(bytes(view(cancelled, 'driver'))).not.toContain(riders)
    expect(bytes(view(accepted(), 'fleetadmin'))).not.toContain(riders)
    expect(view(accepted(), 'fleetadmin').driver_contact).toBe(drivers)
    expect(view({ ...accepted(), fleetadmin: 'fleet-two' }, 'fleetadmin').driver_contact).toBe(null)
    expect(view(accepted(), 'admin').customer_contact).toBe(riders)
  })
  test('shows the rider’s email to the rider and admins only', () => {
    for (const who of ['driver', 'fleetadmin'] as const)
      expect(bytes(view(accepted(), who))).not.toContain('example.org')
    expect(view(accepted(), 'rider').customer_email).toBe('rider.one@example.org')
    expect(view(accepted(), 'admin').customer_email).toBe('rider.one@example.org')
  })
  test('hides share and fee from the rider, and the lines they could be computed from [booking-37], [design/access-6]', () => {
    const shown = view(reached(), 'rider')
    for (const field of ['driver_share', 'convenience_fees', 'fareFlags', 'requestedDrivers', 'fleetadmin'])
      expect(shown).not.toHaveProperty(field)
    expect(bytes(shown)).not.toContain('"lines"')
    expect(shown.fare?.final).toEqual({ distanceKm: 5, seconds: 600, parcel: 0, option: 0, total: 276 })
    for (const who of ['driver', 'fleetadmin', 'admin'] as const)
      expect(view(reached(), who)).toMatchObject({ driver_share: 240, convenience_fees: 36 })
    expect(bytes(view(reached(), 'driver'))).not.toContain('"lines"')
    expect(view(reached(), 'admin').fare?.final?.lines?.fee).toBe(36)
  })
  test('shows no offers to riders, their own offer to drivers, all to admins', () => {
    const asked = ['one', 'two'].map((name) => ({ id: `driver-${name}`, name }))
    expect(view(made(), 'rider', { asked })).not.toHaveProperty('requestedDrivers')
    expect(view(made(), 'driver', { asked }).requestedDrivers).toEqual({ 'driver-one': true })
    const { requestedDrivers, requestedNames } = view(made(), 'admin', { asked })
    expect(requestedDrivers).toEqual({ 'driver-one': true, 'driver-two': true })
    expect(requestedNames).toEqual(['one', 'two'])
  })
  test('customer_token and driver_token are handles of the booking, each for the other side and admins [booking-4]', () => {
    const tokens = (who: keyof typeof viewers, booking = accepted()) => {
      const { customer_token, driver_token } = view(booking, who)
      return { customer_token, driver_token }
    }
    const [customer_token, driver_token] = ['ABCDEFGHJK.customer', 'ABCDEFGHJK.driver']
    expect(tokens('rider')).toEqual({ driver_token })
    expect(tokens('driver')).toEqual({ customer_token })
    expect(tokens('admin')).toEqual({ customer_token, driver_token })
    expect(tokens('fleetadmin')).toEqual({})
    expect(tokens('rider', made())).toEqual({})
  })
  test('hides contacts from the office in demo mode [people-15]', () => {
    const shown = view(accepted(), 'admin', { demo: true })
    expect([shown.customer_contact, shown.customer_email, shown.driver_contact]).toEqual(
      Array(3).fill('Hidden for Demo'),
    )
    expect(bytes(shown)).not.toContain('+598')
    expect(bytes(view(accepted(), 'fleetadmin', { demo: true }))).not.toContain('+598')
  })
})

test('the booking request has the fields of the product, the quote and the debts [booking-5] [design/money-70]', () => {
  const [quote, car] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
  const request = {
    pickup: { coords: { lat: -34.9, lng: -56.19 } },
    drop: { coords: { lat: -34.89, lng: -56.16 } },
    carDetails: { id: car },
    userDetails: { uid: 'rider-one' },
    estimate: { estimateFare: 276 },
    instructionData: { pickUpInstructions: 'Ring twice' },
    paymentPacket: { payment_mode: 'cash' },
    tripdate: t0,
    bookLater: true,
    settings: { decimal: 0 },
    booking_type_admin: false,
  }
  expect(Object.keys(bookingRequest.shape).toSorted()).toEqual(
    ['quote', 'debtInCash', ...Object.keys(request)].toSorted(),
  )
  expect(bookingRequest.parse({ ...request, quote })).toEqual({ ...request, quote })
  for (const field of ['pickup', 'drop', 'carDetails', 'paymentPacket', 'bookLater'])
    expect(bookingRequest.safeParse({ ...request, quote, [field]: undefined }).success, field).toBe(false)
  expect(bookingRequest.safeParse({ ...request, quote, pickup: { lat: -34.9, lng: -56.19 } }).success).toBe(false)
})

test('every view passes the contract without losing a field', () => {
  for (const who of Object.keys(viewers) as (keyof typeof viewers)[])
    for (const booking of [made(), accepted(), started(), reached(), paid()]) {
      const shown = view(booking, who)
      expect(bookingView.parse(shown)).toEqual(shown)
    }
})

test('a rider pays by cash, wallet or card [payments-1], and the packet has the fields of the product [payments-2]', () => {
  expect(paymentModes).toEqual(['cash', 'wallet', 'card'])
  for (const payment_mode of paymentModes)
    expect(view(made({ payment_mode, promo }), 'rider').paymentPacket).toEqual({
      appcat: 'taxi',
      payment_mode,
      customer_paid: 266,
      cardPaymentAmount: 0,
      cashPaymentAmount: 0,
      discount: 10,
      usedWalletMoney: payment_mode === 'wallet' ? 266 : 0,
      promo_applied: true,
      promo_details: { id: 'promo-one', promo_name: 'TEN' },
      payableAmount: payment_mode === 'wallet' ? 0 : 266,
    })
})

test('amounts are major units; the search is visible while NEW [design/dispatch-13]', () => {
  expect(view(made(), 'rider')).toMatchObject({
    trip_cost: 276,
    estimate: 276,
    payableAmount: 276,
    search: { state: 'searching', until: t0 + 10 * minute, since: t0 },
  })
  expect(view(made(), 'rider', { now: t0 + 10 * minute }).search?.state).toBe('no-driver')
  expect(view(accepted(), 'rider').search).toBe(null)
  expect(view(accepted(), 'rider')).toMatchObject({ codeRenewalsLeft: 3, codeLocked: false })
})

test('a customer has paid nothing before the trip is paid, except up front; after a cancel the fee [booking-35]', () => {
  const paid = { customer_paid: 250, paidAt: null, prepaid: false }
  const shown = (more: object) =>
    statuses.filter((status) => paidByCustomer({ ...paid, ...more, status }) !== undefined)
  expect(shown({})).toEqual(['CANCELLED'])
  expect(shown({ paidAt: 1 })).toEqual(statuses)
  expect(shown({ prepaid: true })).toEqual(statuses)
  expect(paidByCustomer({ ...paid, customer_paid: 0, status: 'CANCELLED' })).toBeUndefined()
  expect(paidByCustomer({ ...paid, customer_paid: 60, status: 'CANCELLED' })).toBe(60)
})

test('what is owed of a fee, or was written off, was not paid [design/money-81]', () => {
  const cancelled = { customer_paid: 60.3, paidAt: null, prepaid: false, status: 'CANCELLED' } as const
  expect(paidByCustomer({ ...cancelled, feeOwed: 20.1 })).toBe(40.2)
  expect(feeOf({ ...cancelled, feeOwed: 20.1 })).toEqual({ fee: 60.3, owed: 20.1 })
  expect(paidByCustomer({ ...cancelled, feeOwed: 0, writtenOff: 60.3 })).toBe(0)
  expect(feeOf({ ...cancelled, feeOwed: 0, writtenOff: 60.3 })).toEqual({ fee: 0, owed: 0 })

  const unpaid = after(reached(), notPaid(reached(), driver))
  const given = after(unpaid, writeOff(unpaid, admin, { reason: 'Gone' }, t0))
  for (const who of Object.keys(viewers) as (keyof typeof viewers)[]) {
    const shown = view(given, who)
    expect(shown).toMatchObject({ customer_paid: 276, feeOwed: 0, writtenOff: 276 })
    expect(paidByCustomer(shown)).toBe(0)
    const fee = { ...given, status: 'CANCELLED', customer_paid: 60_00, writtenOff: 0 } as const
    const uncollected = { owed: 50_00, writtenOff: 10_00 }
    const owed = { customer_paid: 60, feeOwed: 50, writtenOff: 10 }
    expect(view(fee, who, { uncollected: { ...uncollected, guaranteed: false } })).toMatchObject(owed)
    // The driver has the fee, whatever the rider owes of it [design/money-111].
    expect(view(fee, who, { uncollected: { ...uncollected, guaranteed: true } })).toMatchObject(
      who === 'driver' ? { customer_paid: 60, feeOwed: 0, writtenOff: 0 } : owed,
    )
  }
})
