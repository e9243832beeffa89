import { expect, test } from 'vitest'
import { overlappingTrips, type PlannedTrip } from './overlapping.ts'

const minute = 60_000
/** Begin and length in minutes. */
const trip = (id: string, at: number, minutes: number, ...drivers: string[]): PlannedTrip => ({
  id,
  tripdate: at * minute,
  estimateTime: minutes * 60,
  drivers: drivers.map((driver) => ({ id: driver })),
})
const found = (...trips: PlannedTrip[]) => [...overlappingTrips(trips)].sort()

test('trips of one driver overlap when the next begins before the end and the way between [booking-73]', () => {
  expect(found(trip('A', 0, 20, 'd'), trip('B', 29, 10, 'd'))).toEqual(['A', 'B'])
  expect(found(trip('A', 0, 20, 'd'), trip('B', 30, 10, 'd'))).toEqual([])
  // in any order
  expect(found(trip('B', 29, 10, 'd'), trip('A', 0, 20, 'd'))).toEqual(['A', 'B'])
})

test('trips of different drivers and without one do not', () => {
  expect(found(trip('A', 0, 20, 'd'), trip('B', 5, 20, 'e'), trip('C', 5, 20))).toEqual([])
})

test('a long trip overlaps with each one inside it', () => {
  expect(
    found(trip('long', 0, 120, 'd'), trip('B', 10, 5, 'd'), trip('C', 60, 5, 'd'), trip('D', 140, 5, 'd')),
  ).toEqual(['B', 'C', 'long'])
})

test('each reserved driver counts', () => {
  expect(found(trip('A', 0, 20, 'd', 'e'), trip('B', 5, 20, 'e'), trip('C', 5, 20, 'f'))).toEqual(['A', 'B'])
})
