import type { Booking } from '@remis/domain/booking/booking'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { viewBooking } from '@remis/domain/booking/view-booking'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Kysely } from 'kysely'
import { listRequestedDrivers } from '../../dispatch/offers/find-offers.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { listUncollectedFees } from '../../wallet/debts/debts-of-bookings.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { listRefundStates } from './refund-states.ts'

/** The person a booking is shown to. */
export interface BookingViewer {
  readonly id: string
  readonly role: Role
}

type Deps = Pick<BookingDeps, 'config' | 'settings'>

/** Rider and driver view their own bookings, a fleet admin the fleet's, an admin all [booking-34]. */
export const mayView = (booking: Booking, viewer: BookingViewer): boolean => {
  switch (viewer.role) {
    case 'rider':
      return booking.customer === viewer.id
    case 'driver':
      return booking.driver === viewer.id
    case 'fleetadmin':
      return booking.fleetadmin === viewer.id
    case 'admin':
      return true
  }
}

/**
 * Bookings as this person may see them: the one place for calls, lists and live events [design/access-1]. Live offers
 * (`requestedDrivers`) are read for admins only.
 */
export const viewBookingsFor = (
  app: Deps,
  db: Kysely<Tables>,
  bookings: readonly Booking[],
  viewer: BookingViewer,
): Promise<BookingView[]> =>
  viewEachFor(
    app,
    db,
    bookings.map((booking) => ({ booking, viewer })),
  )

/** Each booking as its viewer may see it. `at`: database clock, ms; read here when absent. */
export const viewEachFor = async (
  app: Deps,
  db: Kysely<Tables>,
  pairs: readonly { readonly booking: Booking; readonly viewer: BookingViewer }[],
  at?: number,
): Promise<BookingView[]> => {
  const now = at ?? (await nowMs(db))
  const searching = pairs
    .filter(({ booking, viewer }) => viewer.role === 'admin' && booking.status === 'NEW')
    .map(({ booking }) => booking.id)
  const offers =
    searching.length > 0 ? await listRequestedDrivers(db, [...new Set(searching)], now) : new Map<string, never[]>()
  const fees = await listUncollectedFees(
    db,
    pairs.flatMap(({ booking }) => (booking.status === 'CANCELLED' && booking.customer_paid > 0 ? [booking.id] : [])),
  )
  const refunds = await listRefundStates(
    db,
    pairs.flatMap(({ booking }) => (booking.status === 'CANCELLED' && booking.prepaid ? [booking.id] : [])),
  )
  const { AllowCalls: calls, AllowCriticalEditsAdmin } = await app.settings.current()
  return pairs.map(({ booking, viewer }) =>
    viewBooking(booking, viewer, {
      now,
      demo: !AllowCriticalEditsAdmin,
      calls,
      appcat: app.config.appCategory,
      renewals: app.config.limits.tripCode.renewals,
      tries: app.config.limits.tripCode.tries,
      asked: offers.get(booking.id) ?? [],
      uncollected: fees.get(booking.id),
      refund: refunds.get(booking.id),
    }),
  )
}

export const viewBookingFor = async (
  app: Deps,
  db: Kysely<Tables>,
  booking: Booking,
  viewer: BookingViewer,
  at?: number,
): Promise<BookingView> => {
  const [view] = await viewEachFor(app, db, [{ booking, viewer }], at)
  if (view === undefined) throw new Error('viewEachFor returned no view')
  return view
}
