import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan, type Viewer } from '@remis/domain/booking/booking-status'

export type RowAction = 'cancel' | 'assign' | 'pay'

/** Cancel, assign driver (admin), pay now (rider) [booking-41]. A driver cancels on `/drive` only. */
export const rowActions = (
  booking: BookingView,
  viewer: Viewer,
  settings: { readonly autoDispatch: boolean } | undefined,
): readonly RowAction[] => [
  ...(bookingCan.payNow(booking, viewer) ? (['pay'] as const) : []),
  ...(settings !== undefined && bookingCan.assignDriver(booking, viewer, settings) ? (['assign'] as const) : []),
  ...(viewer.role !== 'driver' && bookingCan.cancel(booking, viewer) ? (['cancel'] as const) : []),
]
