import type { BookingView } from '@remis/domain/booking/booking-api'
import { statuses, type Status } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import { expect, test } from 'vitest'
import { rowActions } from './row-actions.ts'

const booking = (status: Status, state: 'searching' | 'no-driver' = 'searching') =>
  ({
    status,
    search: { state },
    arrivalConfirmedAt: 1,
    customer: 'r',
    driver: 'd',
    payment_mode: 'card',
    rating: null,
    paidAt: null,
  }) as BookingView
const offered = (role: Role, autoDispatch: boolean) =>
  Object.fromEntries(
    statuses.flatMap((status) => {
      const actions = rowActions(booking(status), { id: role[0]!, role }, { autoDispatch })
      return actions.length === 0 ? [] : [[status, actions]]
    }),
  )

test('a rider cancels NEW, ACCEPTED and PAYMENT_PENDING, and pays PENDING and PAYMENT_PENDING [booking-41]', () => {
  const all = { PAYMENT_PENDING: ['pay', 'cancel'], NEW: ['cancel'], ACCEPTED: ['cancel'], PENDING: ['pay'] }
  expect(offered('rider', true)).toEqual(all)
  expect(offered('rider', false)).toEqual(all)
  // and an arrival that no position has confirmed [design/moves-72]
  const unconfirmed = { ...booking('ARRIVED'), arrivalConfirmedAt: null }
  expect(rowActions(unconfirmed, { id: 'r', role: 'rider' }, { autoDispatch: true })).toEqual(['cancel'])
})

test('an admin assigns a NEW booking when autoDispatch is off or its search has ended', () => {
  expect(offered('admin', false)).toEqual({
    PAYMENT_PENDING: ['cancel'],
    NEW: ['assign', 'cancel'],
    ACCEPTED: ['cancel'],
    // and books a ride again that is over [booking-70]
    PENDING: ['again'],
    PAID: ['again'],
    COMPLETE: ['again'],
    CANCELLED: ['again'],
  })
  expect(offered('admin', true)['NEW']).toEqual(['cancel'])
  expect(
    rowActions(booking('NEW', 'no-driver'), { id: 'a', role: 'admin' }, { autoDispatch: true }).includes('assign'),
  ).toBe(true)
  expect(rowActions(booking('NEW'), { id: 'a', role: 'admin' }, undefined)).toEqual(['cancel'])
})

test('drivers and fleet admins have none in the list', () => {
  expect(offered('driver', false)).toEqual({})
  expect(offered('fleetadmin', false)).toEqual({})
})
