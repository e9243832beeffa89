import { AppError } from '@remis/domain/messages/app-error'
import { expect, it } from 'vitest'
import { finalFaultOf } from './final-fault.ts'

it.each(['out_of_region', 'place_to_coords_error', 'no_route_found', 'past_booking_error', 'too_far_ahead'] as const)(
  'offers no retry of prices after %s [booking-25] [design/moves-86]',
  (key) => {
    expect(finalFaultOf(new AppError(422, key))).toBe(key)
  },
)

it.each([
  ['a full limit', new AppError(429, 'too_many_requests')],
  ['a failed server', new AppError(503, 'server_error')],
  ['no network', new TypeError('Failed to fetch')],
])('offers a retry after %s', (_name, error) => {
  expect(finalFaultOf(error)).toBeNull()
})
