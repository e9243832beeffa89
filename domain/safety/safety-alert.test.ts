import { describe, expect, it, test } from 'vitest'
import { accepted, arrived, minute, t0 } from '../booking/example-booking.ts'
import type { Booking } from '../booking/booking.ts'
import { isOnTrip, positionOf, pressTime, repeatOf, takesAlert } from './safety-alert.ts'

const now = t0 + 60 * minute
const on = (status: Booking['status'], more: Partial<Booking> = {}): Booking => ({ ...arrived(), status, ...more })

describe('the trip of an alert [design/safety-1] [design/safety-2]', () => {
  test.each(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'] as const)('%s is one', (status) => {
    expect([isOnTrip(on(status)), takesAlert(on(status), now, now)]).toEqual([true, true])
  })

  test.each(['PAYMENT_PENDING', 'NEW', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'] as const)('%s is none', (status) => {
    expect([isOnTrip(on(status)), takesAlert(on(status, { endTime: null, cancelledAt: null }), now, now)]).toEqual([
      false,
      false,
    ])
  })

  it('a booking without a driver is none', () => {
    expect(isOnTrip({ status: 'ACCEPTED', driver: null })).toBe(false)
  })

  it('an alert pressed before the end is taken for half an hour after it, one pressed later is not', () => {
    const end = now - 10 * minute
    const paid = on('PAID', { endTime: end })
    expect(takesAlert(paid, end, now)).toBe(true)
    expect(takesAlert(paid, end + 1, now)).toBe(false)
    expect(takesAlert(paid, end, end + 30 * minute)).toBe(false)
    const late = on('PAID', { endTime: end - 35 * minute, reachedAt: end })
    expect(takesAlert(late, end, now), 'the end arrived late [design/moves-122]').toBe(true)
    expect(takesAlert(late, end + 1, now)).toBe(false)
    const cancelled = on('CANCELLED', { endTime: null, cancelledAt: end })
    expect(takesAlert(cancelled, end - 1, now)).toBe(true)
    expect(takesAlert({ ...cancelled, driver: null }, end - 1, now)).toBe(false)
  })
})

describe('what a phone claims is bounded [design/safety-4]', () => {
  it('a press lies within the trip and not in the future', () => {
    const trip = { ...accepted(), acceptedAt: t0 }
    expect(pressTime(trip, now + 5 * minute, now)).toBe(now)
    expect(pressTime(trip, 0, now)).toBe(t0)
    expect(pressTime(trip, now - minute, now)).toBe(now - minute)
  })

  it('an old position is ignored; a future one counts as now', () => {
    const position = { lat: 1, lng: 2, accuracy: null }
    expect(positionOf({ ...position, at: now - 16 * minute }, now, now)).toBe(null)
    expect(positionOf({ ...position, at: now + minute }, now, now)).toEqual({ ...position, at: now })
    expect(positionOf(null, now, now)).toBe(null)
  })
})

it('a press within seconds is the same one, and one person adds at most 30 [design/safety-3]', () => {
  expect(repeatOf({ pressedAt: now, presses: 1 }, now)).toBe(null)
  expect(repeatOf({ pressedAt: now, presses: 1 }, now + 5000)).toBe(null)
  expect(repeatOf({ pressedAt: now, presses: 1 }, now + 5001)).toBe('again')
  expect(repeatOf({ pressedAt: now, presses: 30 }, now + minute)).toBe(null)
})
