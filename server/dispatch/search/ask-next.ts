import type { Booking } from '@remis/domain/booking/booking'
import { dispatchPolicies } from '@remis/domain/dispatch/dispatch-policy'
import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import {
  askable,
  isTurnDue,
  lastExpired,
  lookAt,
  type OpenOffer,
  type RunningSearch,
} from '@remis/domain/dispatch/search'
import { findBooking, lockNewBookingIfFree } from '../../booking/booking-rows.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import { eachInParallel } from '../../platform/jobs/each-in-parallel.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listExcluded, sameRiderPause } from '../drivers/excluded-drivers.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'
import { selectOffers, toOpenOffer } from '../offers/offer-store.ts'
import { offerToDrivers } from '../offers/offer-to-drivers.ts'
import { considerDrivers } from './find-drivers.ts'

/** A booking with a running search and its offers. */
interface Searching {
  readonly booking: Booking
  readonly search: RunningSearch
  readonly offers: readonly OpenOffer[]
}

const searchingOf = (booking: Booking, offers: readonly OpenOffer[]): Searching[] =>
  booking.searchUntil === null
    ? []
    : [{ booking, offers, search: { number: booking.searches, until: booking.searchUntil } }]

/** One transaction; a locked booking is left for the next turn. */
const offer = async (
  app: DispatchDeps,
  { id, pickup }: Booking,
  considered: readonly Considered[],
  free: readonly Considered[],
): Promise<void> => {
  const pickupSeconds = await pickupSecondsOf(app, pickup, free)
  await app.db.transact(async (tx) => {
    const [booking, now, offers] = await pipelined([lockNewBookingIfFree(tx, id), nowMs(tx), selectOffers(tx, [id])])
    if (booking === null) return
    await app.failpoint.at('sweep.locked')
    await offerToDrivers(tx, app, booking, { considered, pickupSeconds }, now, offers.map(toOpenOffer))
    await app.failpoint.at('sweep.before_commit')
  })
}

const listOffers = async (app: DispatchDeps, bookings: readonly Booking[]): Promise<Map<string, OpenOffer[]>> => {
  const byBooking = new Map<string, OpenOffer[]>(bookings.map(({ id }) => [id, []]))
  for (const row of await selectOffers(app.db.jobs, [...byBooking.keys()]))
    byBooking.get(row.booking_id)?.push(toOpenOffer(row))
  return byBooking
}

/**
 * One turn of these searches: asks the next drivers where they are due and renews unanswered offers
 * [design/dispatch-9]. Facts of all drivers are read at once; a search without a new offer costs no transaction.
 * `mayCheck` skips a search that found no driver in its last check, unless an offer has expired since
 * [design/dispatch-73].
 */
export const askNext = async (
  app: DispatchDeps,
  bookings: readonly Booking[],
  mayCheck: (id: string, now: number, expiredAt: number) => boolean = () => true,
): Promise<void> => {
  if (bookings.length === 0) return
  const db = app.db.jobs
  const { autoDispatch, dispatchPolicy } = await app.settings.current()
  // Searches that began before it was switched off are paused [design/dispatch-8].
  if (!autoDispatch) return
  const policy = dispatchPolicies[dispatchPolicy]
  const offersOf = await listOffers(app, bookings)
  const now = await nowMs(db)
  const due = bookings
    .flatMap((booking) => searchingOf(booking, offersOf.get(booking.id) ?? []))
    .filter(({ search, offers }) => search.until > now && isTurnDue(search, offers, policy, now))
    .filter(({ booking, search, offers }) => mayCheck(booking.id, now, lastExpired(search, offers, now)))
  if (due.length === 0) return
  const excludedOf = await listExcluded(
    db,
    due.map(({ booking }) => booking),
    sameRiderPause(app),
  )
  const searches = due.map(({ booking, search, offers }) => ({
    query: { ...booking, excluded: excludedOf(booking) },
    eligible: lookAt(search, offers, policy),
  }))
  const found = await considerDrivers(app, db, searches, now)
  const withFree = due.flatMap(({ booking, search, offers }, place) => {
    const considered = found[place] ?? []
    const free = askable(search, offers, considered, now)
    return free.length === 0 ? [] : [{ booking, considered, free }]
  })
  await eachInParallel(withFree, app.config.limits.dispatch.bookingsInParallel, ({ booking, considered, free }) =>
    offer(app, booking, considered, free).catch((error: unknown) =>
      app.log.warn({ err: error, bookingId: booking.id }, 'search sweep failed for a booking'),
    ),
  )
}

/**
 * After a driver declined: asks the next ones at once if all of the wave have answered, instead of waiting for the next
 * sweep. A failure is left to the sweep: the driver's answer is committed.
 */
export const askNextAfterDecline = async (app: DispatchDeps, bookingId: string): Promise<void> => {
  try {
    const booking = await findBooking(app.db.jobs, bookingId)
    if (booking?.status === 'NEW') await askNext(app, [booking])
  } catch (error) {
    app.log.warn({ err: error, bookingId }, 'could not ask the next drivers after a decline')
  }
}
