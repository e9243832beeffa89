import type { Status } from '../booking/statuses.ts'

/** From these statuses on, rider and driver can no longer send messages to each other. */
export const endsMessages: readonly Status[] = ['PAID', 'COMPLETE', 'CANCELLED']

/** The booking and the side of a handle: `<booking id>.customer` or `.driver` [booking-4]. */
export const sideOf = (handle: string): { readonly booking: string; readonly side: 'customer' | 'driver' } => {
  const [booking = '', side] = handle.split('.')
  return { booking, side: side === 'driver' ? 'driver' : 'customer' }
}
