import { describe, expect, test } from 'vitest'
import { accepted, after, driver, made, minute, reached, t0, viewOf } from '../booking/example-booking.ts'
import type { Booking } from '../booking/booking.ts'
import { pay } from '../booking/moves/pay.ts'
import { bookingView } from '../booking/booking-api.ts'
import { areaOf, initialsOf, noticeParamsShown } from './rider-after-trip.ts'

const viewers = {
  rider: { id: 'rider-one', role: 'rider' },
  driver: { id: 'driver-one', role: 'driver' },
  fleetadmin: { id: 'fleet-one', role: 'fleetadmin' },
  admin: { id: 'admin-one', role: 'admin' },
} as const
const hours = 60 * minute
const end = t0 + 15 * minute
const personal = {
  customer_name: 'Ana Quetzal',
  customer_image: 'face.jpg',
  deliveryPerson: 'Berta Colibri',
  deliveryPersonPhone: '+59899777777',
  pickUpInstructions: 'Ring at the blue door',
  deliveryInstructions: 'Code 4711',
  pickup_image: 'door.jpg',
  deliver_image: 'hall.jpg',
}
const paid = (): Booking => ({
  ...after(reached(), pay(reached(), driver, { payment_mode: 'cash' }, t0 + 16 * minute)),
  ...personal,
})
const view = (booking: Booking, who: keyof typeof viewers, now: number) => viewOf(booking, viewers[who], { now })

/** What a day later only the rider and the office may read. */
const secrets = [
  'Quetzal',
  'Colibri',
  '777777',
  'blue door',
  '4711',
  'door.jpg',
  'hall.jpg',
  'face.jpg',
  'Julio 1234',
  '1825',
]

describe('a day after the end of a booking [design/access-90]', () => {
  test.each(['driver', 'fleetadmin'] as const)('a %s sees initials and areas', (who) => {
    const before = view(paid(), who, end + 24 * hours)
    expect(before).toMatchObject({ customer_name: 'Ana Quetzal', pickup: paid().pickup, coords: paid().coords })
    const shown = view(paid(), who, end + 24 * hours + 1)
    expect(shown).toMatchObject({
      customer_name: 'A. Q.',
      deliveryPerson: 'B. C.',
      coords: '',
      pickup: { lat: -34.91, lng: -56.19, add: 'Avenida 18 de Julio, Montevideo' },
    })
    for (const secret of secrets) expect(JSON.stringify(shown)).not.toContain(secret)
    expect(bookingView.parse(shown)).toEqual(shown)
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(before).toSorted())
  })
  test.each(['rider', 'admin'] as const)('a %s sees everything', (who) => {
    const shown = view(paid(), who, end + 1000 * hours)
    expect(shown).toMatchObject({ customer_name: 'Ana Quetzal', pickup: paid().pickup, drop: paid().drop })
    expect(shown.coords).toBe(paid().coords)
  })
  test('an unpaid trip is over; until the driver ends the trip, the driver still sees the rider', () => {
    const late = end + 100 * hours
    const unpaid: Booking = { ...paid(), status: 'PENDING' }
    expect(view(unpaid, 'driver', late).customer_name).toBe('A. Q.')
    for (const booking of [made(), accepted(), reached()])
      expect(view({ ...booking, ...personal }, 'driver', late).customer_name).toBe('Ana Quetzal')
  })
  test('a cancelled booking counts from its cancel', () => {
    const cancelled: Booking = { ...accepted(), ...personal, status: 'CANCELLED', cancelledAt: t0 + 5 * minute }
    expect(view(cancelled, 'driver', t0 + 5 * minute + 24 * hours).customer_name).toBe('Ana Quetzal')
    expect(view(cancelled, 'driver', t0 + 6 * minute + 24 * hours).customer_name).toBe('A. Q.')
  })
})

test.each([
  ['Ana Quetzal', 'A. Q.'],
  ['  Ana  de la   Cruz ', 'A. D. L. C.'],
  ['ñandú', 'Ñ.'],
  ['李 明', '李. 明.'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials))

test('an area has no house number and a point that is up to a kilometre off', () => {
  expect(areaOf({ lat: -34.90584, lng: -56.19133, add: 'Rua X 12A, Centro, Montevideo' })).toEqual({
    lat: -34.91,
    lng: -56.19,
    add: 'Rua X, Montevideo',
  })
})

test('a notice shows drivers the pickup for a day [design/access-91]', () => {
  const params = { pickup: 'Avenida 18 de Julio 1234, Montevideo', time: '10:00' }
  const day = 24 * hours
  expect(noticeParamsShown(params, 'driver', day)).toBe(params)
  expect(noticeParamsShown(params, 'driver', day + 1)).toEqual({ ...params, pickup: 'Avenida 18 de Julio, Montevideo' })
  expect(noticeParamsShown(params, 'rider', day + 1)).toEqual({ ...params, pickup: 'Avenida 18 de Julio, Montevideo' })
  expect(noticeParamsShown(params, 'admin', 9 * day)).toBe(params)
  expect(noticeParamsShown({ amount: 5 }, 'driver', 9 * day)).toEqual({ amount: 5 })
})
