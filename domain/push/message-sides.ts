/** The booking and the side of a handle: `<booking id>.customer` or `.driver` [booking-4]. */
export const sideOf = (handle: string): { readonly booking: string; readonly side: 'customer' | 'driver' } => {
  const [booking = '', side] = handle.split('.')
  return { booking, side: side === 'driver' ? 'driver' : 'customer' }
}
