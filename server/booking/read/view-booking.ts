import type { Booking } from '@remis/domain/booking/booking'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { viewBooking } from '@remis/domain/booking/view-booking'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Kysely } from 'kysely'
import { liveOffersOf } from '../../dispatch/offers/live-offers.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { BookingDeps } from '../booking-needs.ts'

export interface Viewer {
  readonly id: string
  readonly role: Role
}

type Deps = Pick<BookingDeps, 'config'>

/** Whose bookings a person sees (spec 1 §6): rider and driver their own, a fleet admin the fleet's, an admin all. */
export const maySee = (booking: Booking, viewer: Viewer): boolean => {
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
 * Bookings as this person sees them (trust-and-speed §1.8), in one place for calls, lists and live events. Who has a
 * live offer (`requestedDrivers`) is looked up only for those who may know it. `demo` comes from `isDemo`, asked before
 * a transaction: in it, another connection for the settings could be one too many.
 */
export const seeBookings = (
  app: Deps,
  db: Kysely<Tables>,
  bookings: readonly Booking[],
  viewer: Viewer,
  demo: boolean,
): Promise<BookingView[]> =>
  seeEach(
    app,
    db,
    bookings.map((booking) => ({ booking, viewer })),
    demo,
  )

/** Each booking as the person named with it sees it, now or at the moment given (database clock). */
export const seeEach = async (
  app: Deps,
  db: Kysely<Tables>,
  looks: readonly { readonly booking: Booking; readonly viewer: Viewer }[],
  demo: boolean,
  at?: number,
): Promise<BookingView[]> => {
  const now = at ?? (await nowMs(db))
  const searching = looks
    .filter(({ booking, viewer }) => viewer.role === 'admin' && booking.status === 'NEW')
    .map(({ booking }) => booking.id)
  const offers =
    searching.length > 0 ? await liveOffersOf(db, [...new Set(searching)], now) : new Map<string, string[]>()
  return looks.map(({ booking, viewer }) =>
    viewBooking(booking, viewer, {
      now,
      demo,
      appcat: app.config.appCategory,
      renewals: app.config.limits.tripCode.renewals,
      liveOffers: offers.get(booking.id) ?? [],
    }),
  )
}

/** AllowCriticalEditsAdmin off: contacts are hidden from the office (spec 1 §5 "Demo mode"). */
export const isDemo = async ({ settings }: Pick<BookingDeps, 'settings'>): Promise<boolean> =>
  !(await settings.current()).AllowCriticalEditsAdmin

export const seeBooking = async (
  app: Deps,
  db: Kysely<Tables>,
  booking: Booking,
  viewer: Viewer,
  demo: boolean,
  at?: number,
): Promise<BookingView> => {
  const [view] = await seeEach(app, db, [{ booking, viewer }], demo, at)
  if (view === undefined) throw new Error('one booking has one view')
  return view
}
