import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan, type Viewer } from '@remis/domain/booking/booking-status'
import type { Status } from '@remis/domain/booking/statuses'

export type RowAction = 'cancel' | 'assign' | 'pay' | 'again'

const driven: readonly Status[] = ['PENDING', 'PAID', 'COMPLETE', 'CANCELLED']

/**
 * Cancel, assign driver (admin), pay now (rider) [booking-41], book again (admin) [booking-70]. A driver cancels on
 * `/drive` only.
 */
export const rowActions = (
  booking: BookingView,
  viewer: Viewer,
  settings: { readonly autoDispatch: boolean } | undefined,
): readonly RowAction[] => [
  ...(bookingCan.payNow(booking, viewer) ? (['pay'] as const) : []),
  ...(settings !== undefined && bookingCan.assignDriver(booking, viewer, settings) ? (['assign'] as const) : []),
  ...(viewer.role !== 'driver' && bookingCan.cancel(booking, viewer) ? (['cancel'] as const) : []),
  ...(viewer.role === 'admin' && driven.includes(booking.status) ? (['again'] as const) : []),
]
