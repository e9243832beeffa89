import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Status } from '@remis/domain/booking/statuses'
import { expect, it } from 'vitest'
import { askAtDrop, askAtPickup, navigationLink, stepTitle } from './drive-steps.ts'

it('opens the map app of the device', () => {
  const point = { lat: -34.9, lng: -56.16 }
  expect(navigationLink(point, 'Rambla 12 (puerta)', 'Mozilla (Linux; Android 15)')).toBe(
    'geo:-34.9,-56.16?q=-34.9,-56.16(Rambla%2012%20(puerta))',
  )
  expect(navigationLink(point, '', 'Mozilla (iPhone)')).toBe('maps://?daddr=-34.9,-56.16&dirflg=d')
  expect(navigationLink(point, '', 'Mozilla (X11; Linux)')).toContain('to=-34.9%2C-56.16')
})

it('asks a driver far from the pickup or the drop before sending [design/moves-78]', () => {
  const [pickup, drop] = [
    { lat: -34.9, lng: -56.16, add: 'Pickup' },
    { lat: -34.8, lng: -56.16, add: 'Drop' },
  ]
  const north = (km: number) => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })
  expect([north(0.29), north(0.31), north(2.3), null].map((at) => askAtPickup({ pickup }, at))).toEqual([
    false,
    true,
    true,
    true,
  ])
  // without a position there is no distance to ask about; the server flags it
  expect([drop, north(10.7), north(10.5), pickup, null].map((at) => askAtDrop({ drop }, at))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

it('says that the office ended the trip, not that it is complete [design/moves-37]', () => {
  const title = (status: Status, charged?: 'given') =>
    stepTitle({
      status,
      payment_mode: 'cash',
      undelivered: null,
      ...(charged === undefined ? {} : { fare: { charged } as NonNullable<BookingView['fare']> }),
    })
  expect([title('PAID'), title('PENDING')]).toEqual(['drive_step_done', 'drive_step_owed'])
  expect([title('PAID', 'given'), title('COMPLETE', 'given'), title('PENDING', 'given')]).toEqual([
    'trip_other_aborted',
    'trip_other_aborted',
    'trip_other_aborted_owed',
  ])
})
