import type { TripPosition } from '@remis/domain/tracking/tracking-api'
import { expect, it } from 'vitest'
import { newestPosition } from './use-driver-position.ts'

const now = 1_800_000_000_000
const at = (time: number, bookingId = 'A'): TripPosition => ({
  bookingId,
  id: `${bookingId}.1`,
  status: 'STARTED',
  at: time,
  lat: 0,
  lng: 0,
  accuracy: null,
  heading: null,
})

it('shows the later of the received and the requested position [design/live-12]', () => {
  expect(newestPosition('A', at(now), at(now - 1000), now)).toEqual(at(now))
  expect(newestPosition('A', at(now - 1000), at(now), now)).toEqual(at(now))
  expect(newestPosition('A', null, at(now), now)).toEqual(at(now))
  expect(newestPosition('A', at(now), null, now)).toEqual(at(now))
})

it('never shows the car of the former driver as that of the next ride [design/moves-123]', () => {
  expect(newestPosition('B', at(now), null, now)).toBeNull()
  expect(newestPosition('B', at(now), at(now - 5000, 'B'), now)).toEqual(at(now - 5000, 'B'))
})

it('a position from before the server’s clock was set back does not block a requested one [design/live-67]', () => {
  expect(newestPosition('A', at(now + 3_600_000), at(now), now)).toEqual(at(now))
})
