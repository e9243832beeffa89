import { describe, expect, test } from 'vitest'
import {
  bookingCan,
  mayMove,
  showsItsTime,
  transitionFaults,
  transitions,
  type BookingLike,
  type Doer,
  type Transition,
  type TransitionMove,
} from './booking-status.ts'
import {
  activeStatuses,
  countedTrackStatuses,
  endedStatuses,
  openStatuses,
  settledStatuses,
  statuses,
  trackedStatuses,
  unsettledStatuses,
  type Status,
} from './statuses.ts'
import type { MoveName } from './move.ts'

test('the table of moves has no faults', () => {
  expect(transitionFaults()).toEqual([])
})

test('transitionFaults names the faults of a broken table', () => {
  const rows: readonly Transition[] = transitions
  const without = (move: string) => rows.filter((row) => row.move !== move)
  expect(transitionFaults(without('start'))).toContain('STARTED is never reached')
  expect(transitionFaults(without('arrive')).length).toBeGreaterThan(0)
  expect(transitionFaults([...rows, { move: 'x', from: 'CANCELLED', to: 'NEW', who: ['admin'] }])).toEqual([
    'CANCELLED is final but is left',
  ])
  expect(transitionFaults([...rows, rows[0]!])).toEqual(['create: null → NEW occurs twice'])
  expect(transitionFaults([...rows, { move: 'x', from: 'NEW', to: 'PAID', who: [] }])).toEqual([
    'x: NEW → PAID has no actor',
  ])
})

test('the table and moveNames have the same moves', () => {
  const same: [TransitionMove] extends [MoveName] ? ([MoveName] extends [TransitionMove] ? true : false) : false = true
  expect(same).toBe(true)
})

test('the statuses [booking-8]', () => {
  expect(statuses).toEqual([
    'PAYMENT_PENDING',
    'NEW',
    'ACCEPTED',
    'ARRIVED',
    'STARTED',
    'REACHED',
    'PENDING',
    'PAID',
    'COMPLETE',
    'CANCELLED',
  ])
})

test('the driver cancels, the office aborts and writes off, the system expires [booking-20]', () => {
  const from = (move: TransitionMove, who: Doer) => statuses.filter((status) => mayMove(move, status, who))
  expect(from('cancel', 'driver')).toEqual(['ACCEPTED', 'ARRIVED'])
  expect(from('abort', 'admin')).toEqual(['ARRIVED', 'STARTED', 'REACHED'])
  expect(from('write-off', 'admin')).toEqual(['PENDING'])
  expect(from('expire', 'system')).toEqual(['PAYMENT_PENDING', 'NEW'])
})

test('active [booking-9], tracked [tracking-3] and counted [tracking-4] statuses', () => {
  expect(activeStatuses).toEqual([
    'PAYMENT_PENDING',
    'NEW',
    'ACCEPTED',
    'ARRIVED',
    'STARTED',
    'REACHED',
    'PENDING',
    'PAID',
  ])
  expect(trackedStatuses).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED'])
  expect(countedTrackStatuses).toEqual(['STARTED', 'REACHED'])
  expect([...openStatuses, ...endedStatuses, 'CANCELLED']).toEqual(statuses)
  expect(new Set([...unsettledStatuses, ...settledStatuses])).toEqual(new Set(statuses))
  expect(unsettledStatuses).toEqual([...openStatuses, 'PENDING'])
})

test('a ride for later shows its time until the driver is there and the time has come [design/moves-111]', () => {
  const shown = (now: number) =>
    statuses.filter((status) => showsItsTime({ bookLater: true, status, tripdate: 5 }, now))
  expect(shown(4)).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'])
  expect(shown(5)).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED'])
  expect(showsItsTime({ bookLater: false, status: 'ACCEPTED', tripdate: 5 }, 4)).toBe(false)
})

describe('bookingCan', () => {
  const booking = (status: Status, more: Partial<BookingLike> = {}): BookingLike => ({
    status,
    customer: 'r',
    driver: status === 'NEW' || status === 'PAYMENT_PENDING' ? null : 'd',
    arrivalConfirmedAt: 1,
    payment_mode: 'cash',
    rating: null,
    paidAt: null,
    ...more,
  })
  const viewer = {
    rider: { id: 'r', role: 'rider' },
    driver: { id: 'd', role: 'driver' },
    admin: { id: 'a', role: 'admin' },
    fleetadmin: { id: 'f', role: 'fleetadmin' },
  } as const
  type Who = keyof typeof viewer
  const allowed = (can: (b: BookingLike, v: (typeof viewer)[Who]) => boolean, who: Who) =>
    statuses.filter((status) => can(booking(status), viewer[who]))

  test.each<[Who, Status[]]>([
    ['rider', ['PAYMENT_PENDING', 'NEW', 'ACCEPTED']],
    ['admin', ['PAYMENT_PENDING', 'NEW', 'ACCEPTED']],
    ['driver', ['ACCEPTED', 'ARRIVED']],
    ['fleetadmin', []],
  ])('shows cancel to a %s in these statuses [booking-42]', (who, expected) =>
    expect(allowed(bookingCan.cancel, who)).toEqual(expected),
  )

  test('shows pay now to a rider in PENDING [payments-10], and before the search in PAYMENT_PENDING [design/payments-66]', () => {
    expect(allowed(bookingCan.payNow, 'rider')).toEqual(['PAYMENT_PENDING', 'PENDING'])
    for (const who of ['driver', 'admin', 'fleetadmin'] as const) expect(allowed(bookingCan.payNow, who)).toEqual([])
  })
  test('lets the driver receive cash in REACHED and PENDING, an admin in PENDING [design/moves-28]', () => {
    expect(allowed(bookingCan.receiveCash, 'driver')).toEqual(['REACHED', 'PENDING'])
    expect(allowed(bookingCan.receiveCash, 'admin')).toEqual(['PENDING'])
    expect(allowed(bookingCan.receiveCash, 'rider')).toEqual([])
  })
  test('shows assign to an admin in NEW, with autoDispatch on once no search runs [dispatch-10]', () => {
    const assign =
      (autoDispatch: boolean, state: 'waiting' | 'searching' | 'no-driver') =>
      (b: BookingLike, v: (typeof viewer)[Who]) =>
        bookingCan.assignDriver({ ...b, search: { state } }, v, { autoDispatch })
    for (const state of ['waiting', 'searching', 'no-driver'] as const) {
      expect(allowed(assign(false, state), 'admin')).toEqual(['NEW'])
      expect(allowed(assign(true, state), 'admin')).toEqual(state === 'searching' ? [] : ['NEW'])
      expect(allowed(assign(false, state), 'fleetadmin')).toEqual([])
    }
  })
  test('shows the steps of a trip to its driver only', () => {
    expect(allowed(bookingCan.arrive, 'driver')).toEqual(['ACCEPTED'])
    expect(allowed(bookingCan.start, 'driver')).toEqual(['ARRIVED'])
    expect(allowed(bookingCan.reach, 'driver')).toEqual(['STARTED'])
    expect(bookingCan.arrive(booking('ACCEPTED', { driver: 'x' }), viewer.driver)).toBe(false)
    expect(bookingCan.cancel(booking('NEW', { customer: 'x' }), viewer.rider)).toBe(false)
  })
  test('allows one rating, within 30 days of the payment [booking-18]', () => {
    const day = 24 * 3600 * 1000
    const rate = (status: Status, more: Partial<BookingLike>, now: number) =>
      bookingCan.rate(booking(status, more), viewer.rider, now)
    expect(rate('PAID', { paidAt: 0 }, day)).toBe(true)
    expect(rate('PAID', { paidAt: 0, rating: 5 }, day)).toBe(false)
    expect(rate('COMPLETE', { paidAt: 0 }, 30 * day)).toBe(true)
    expect(rate('COMPLETE', { paidAt: 0 }, 30 * day + 1)).toBe(false)
    expect(rate('REACHED', {}, 0)).toBe(false)
  })
  test('shows search again when no driver was found, and renew while renewals are left', () => {
    const search = (state: 'waiting' | 'searching' | 'no-driver') =>
      bookingCan.searchAgain(booking('NEW', { search: { state } }), viewer.rider)
    expect([search('waiting'), search('searching'), search('no-driver')]).toEqual([false, false, true])
    expect(bookingCan.renewCode(booking('ARRIVED', { codeRenewalsLeft: 1 }), viewer.rider)).toBe(true)
    expect(bookingCan.renewCode(booking('ARRIVED', { codeRenewalsLeft: 0 }), viewer.rider)).toBe(false)
    expect(bookingCan.renewCode(booking('STARTED', { codeRenewalsLeft: 1 }), viewer.rider)).toBe(false)
  })
})
