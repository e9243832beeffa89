import type { Status } from '../booking/statuses.ts'

/** Once the trip is over its sides send each other nothing more through the app. */
export const endsMessages: readonly Status[] = ['PAID', 'COMPLETE', 'CANCELLED']

/** The booking and the side that a handle names: `<booking id>.customer` or `.driver` [booking-4]. */
export const sideOf = (handle: string): { readonly booking: string; readonly side: 'customer' | 'driver' } => {
  const [booking = '', side] = handle.split('.')
  return { booking, side: side === 'driver' ? 'driver' : 'customer' }
}
