import type { Role } from '../kit/endpoint.ts'
import { driverlessStatuses, finalStatuses, statuses, type Status } from './statuses.ts'

export type Doer = 'rider' | 'driver' | 'admin' | 'system'

/** One allowed move. `rider` is the booking's customer, `driver` its driver (accept: a driver with an offer). */
export interface Transition {
  readonly move: string
  readonly from: Status | null
  readonly to: Status
  readonly who: readonly Doer[]
}

/** The table of moves [design/moves-1]. A row that keeps the status is an annotation with an event [design/moves-3]. */
export const transitions = [
  { move: 'create', from: null, to: 'NEW', who: ['rider', 'admin'] },
  { move: 'create', from: null, to: 'PAYMENT_PENDING', who: ['rider'] },
  { move: 'pay-up-front', from: 'PAYMENT_PENDING', to: 'NEW', who: ['system'] },
  { move: 'succeed', from: null, to: 'NEW', who: ['system'] },
  { move: 'release', from: 'NEW', to: 'NEW', who: ['system'] },
  { move: 'search-again', from: 'NEW', to: 'NEW', who: ['rider', 'admin', 'system'] },
  { move: 'accept', from: 'NEW', to: 'ACCEPTED', who: ['driver'] },
  { move: 'arrive', from: 'ACCEPTED', to: 'ARRIVED', who: ['driver'] },
  { move: 'confirm-arrival', from: 'ARRIVED', to: 'ARRIVED', who: ['system'] },
  { move: 'start', from: 'ARRIVED', to: 'STARTED', who: ['driver'] },
  { move: 'could-not-deliver', from: 'STARTED', to: 'STARTED', who: ['driver'] },
  { move: 'renew-delivery-code', from: 'STARTED', to: 'STARTED', who: ['rider', 'admin'] },
  { move: 'reach', from: 'STARTED', to: 'REACHED', who: ['driver'] },
  { move: 'reach', from: 'STARTED', to: 'PAID', who: ['driver'] },
  { move: 'reach', from: 'STARTED', to: 'PENDING', who: ['driver'] },
  { move: 'not-paid', from: 'REACHED', to: 'PENDING', who: ['driver'] },
  { move: 'pay', from: 'REACHED', to: 'PAID', who: ['driver'] },
  { move: 'pay', from: 'PENDING', to: 'PAID', who: ['rider', 'driver', 'admin', 'system'] },
  { move: 'pay-by-card', from: 'PENDING', to: 'PENDING', who: ['rider'] },
  { move: 'renew-code', from: 'ACCEPTED', to: 'ACCEPTED', who: ['rider', 'admin'] },
  { move: 'renew-code', from: 'ARRIVED', to: 'ARRIVED', who: ['rider', 'admin'] },
  { move: 'write-off', from: 'PENDING', to: 'PAID', who: ['admin'] },
  { move: 'correct', from: 'PAID', to: 'PAID', who: ['admin'] },
  { move: 'correct', from: 'COMPLETE', to: 'COMPLETE', who: ['admin'] },
  { move: 'complete', from: 'PAID', to: 'COMPLETE', who: ['system'] },
  { move: 'rate', from: 'PAID', to: 'COMPLETE', who: ['rider'] },
  { move: 'rate', from: 'COMPLETE', to: 'COMPLETE', who: ['rider'] },
  { move: 'cancel', from: 'PAYMENT_PENDING', to: 'CANCELLED', who: ['rider', 'admin'] },
  { move: 'cancel', from: 'NEW', to: 'CANCELLED', who: ['rider', 'admin'] },
  { move: 'cancel', from: 'ACCEPTED', to: 'CANCELLED', who: ['rider', 'admin', 'driver'] },
  { move: 'cancel', from: 'ARRIVED', to: 'CANCELLED', who: ['rider', 'driver'] },
  { move: 'abort', from: 'ARRIVED', to: 'PAID', who: ['admin'] },
  { move: 'abort', from: 'ARRIVED', to: 'PENDING', who: ['admin'] },
  { move: 'abort', from: 'ARRIVED', to: 'CANCELLED', who: ['admin'] },
  { move: 'abort', from: 'STARTED', to: 'PAID', who: ['admin'] },
  { move: 'abort', from: 'STARTED', to: 'PENDING', who: ['admin'] },
  { move: 'abort', from: 'STARTED', to: 'CANCELLED', who: ['admin'] },
  { move: 'abort', from: 'REACHED', to: 'PAID', who: ['admin'] },
  { move: 'abort', from: 'REACHED', to: 'PENDING', who: ['admin'] },
  { move: 'abort', from: 'REACHED', to: 'CANCELLED', who: ['admin'] },
  { move: 'expire', from: 'PAYMENT_PENDING', to: 'CANCELLED', who: ['system'] },
  { move: 'expire', from: 'NEW', to: 'CANCELLED', who: ['system'] },
] as const satisfies readonly Transition[]

export type TransitionMove = (typeof transitions)[number]['move']

/** Whether the table has this move from this status for this actor. */
export const mayMove = (move: TransitionMove, from: Status | null, who: Doer): boolean =>
  (transitions as readonly Transition[]).some((row) => row.move === move && row.from === from && row.who.includes(who))

/**
 * The faults of a table of moves: a status never reached or never left, a final one left, a row twice. Empty when
 * sound.
 */
export const transitionFaults = (table: readonly Transition[] = transitions): string[] => {
  const faults: string[] = []
  const reached = new Set<Status>()
  for (let grew = true; grew;) {
    const before = reached.size
    for (const { from, to } of table) if (from === null || reached.has(from)) reached.add(to)
    grew = reached.size > before
  }
  for (const status of statuses) {
    if (!reached.has(status)) faults.push(`${status} is never reached`)
    const leaves = table.some((row) => row.from === status && row.to !== status)
    if (finalStatuses.includes(status) && leaves) faults.push(`${status} is final but is left`)
    if (!finalStatuses.includes(status) && !leaves) faults.push(`${status} is never left`)
  }
  const seen = new Set<string>()
  for (const row of table) {
    const name = `${row.move}: ${row.from} → ${row.to}`
    if (seen.has(name)) faults.push(`${name} occurs twice`)
    if (row.who.length === 0) faults.push(`${name} has no actor`)
    seen.add(name)
  }
  return faults
}

/** The fields that buttons need: of a view of the API, or of the booking itself. */
export interface BookingLike {
  readonly status: Status
  readonly customer?: string | undefined
  readonly driver: string | null
  readonly arrivalConfirmedAt?: number | null | undefined
  readonly payment_mode: 'cash' | 'wallet' | 'card'
  readonly payableAmount?: number | undefined
  readonly rating: number | null
  readonly paidAt: number | null
  readonly search?: { readonly state: 'waiting' | 'searching' | 'no-driver' } | null
  readonly codeRenewalsLeft?: number | undefined
  readonly deliveryCodeRenewalsLeft?: number | undefined
}

/** The office ended the trip for a part of its fare, with a reason [design/moves-37]. */
export const isAborted = ({
  fare,
}: {
  readonly fare?: { readonly charged: string | null } | null | undefined
}): boolean => fare?.charged === 'given'

/**
 * When the end of the trip reached the server, ms; null: the trip has not ended. An end that a phone sends late is
 * backdated, so the half hour for chat, links and late alerts would already be over [design/moves-122].
 */
export const knownEnd = ({
  endTime,
  reachedAt,
}: {
  readonly endTime: number | null
  readonly reachedAt: number | null
}): number | null => (endTime === null ? null : Math.max(endTime, reachedAt ?? 0))

/** Whether a ride for later shows its time: until the driver is there and the time has come [design/moves-111]. */
export const showsItsTime = (
  { bookLater, status, tripdate }: { readonly bookLater: boolean; readonly status: Status; readonly tripdate: number },
  now: number,
): boolean =>
  bookLater &&
  (driverlessStatuses.includes(status) || status === 'ACCEPTED' || (status === 'ARRIVED' && now < tripdate))

export interface Viewer {
  readonly id: string
  readonly role: Role
}

/** A booking that completed unrated may be rated within these days [booking-18]. */
export const rateWithinDays = 30

/** From the confirmed arrival on the rider may not cancel while the driver waits [design/moves-72]. */
export const isConfirmedArrival = ({
  status,
  arrivalConfirmedAt = null,
}: Pick<BookingLike, 'status' | 'arrivalConfirmedAt'>): boolean => status === 'ARRIVED' && arrivalConfirmedAt !== null

/**
 * Whether this actor may make this move now, or why not [design/moves-2]. Fleet admins make none. Riders and drivers
 * move only their own bookings, and the table of moves must allow the move in the booking's status. A view without
 * `customer` counts as the rider's own.
 */
export const standingOf = (
  move: TransitionMove,
  booking: Pick<BookingLike, 'status' | 'customer' | 'driver'>,
  { kind, id }: { readonly kind: Doer | 'fleetadmin'; readonly id: string | null },
): 'allowed' | 'forbidden' | 'not-theirs' | 'moved-on' => {
  if (kind === 'fleetadmin') return 'forbidden'
  if (kind === 'rider' && booking.customer !== undefined && booking.customer !== id) return 'not-theirs'
  if (kind === 'driver' && move !== 'accept' && booking.driver !== id) return 'not-theirs'
  return mayMove(move, booking.status, kind) ? 'allowed' : 'moved-on'
}

const can = (move: TransitionMove, booking: BookingLike, { role: kind, id }: Viewer): boolean =>
  standingOf(move, booking, { kind, id }) === 'allowed'

/** Whether a button is shown, derived from the table of moves. The server's moves decide. */
export const bookingCan = {
  /**
   * Rider and admin [booking-42]; a driver on `/drive` only [design/moves-35]. At the pickup the rider only while the
   * arrival is not confirmed or the driver has left again [design/moves-72].
   */
  cancel: (booking: BookingLike, viewer: Viewer, leftPickup = false): boolean =>
    can('cancel', booking, viewer) && (viewer.role !== 'rider' || leftPickup || !isConfirmedArrival(booking)),
  /** PENDING [payments-10], and PAYMENT_PENDING after its modal was closed [design/payments-66]. */
  payNow: (booking: BookingLike, viewer: Viewer): boolean =>
    viewer.role === 'rider' &&
    ((booking.status === 'PENDING' && can('pay', booking, viewer)) ||
      (booking.status === 'PAYMENT_PENDING' && booking.customer === viewer.id)),
  /** [dispatch-10]; with autoDispatch on as well, once no search runs [design/dispatch-20] */
  assignDriver: (booking: BookingLike, viewer: Viewer, settings: { readonly autoDispatch: boolean }): boolean =>
    viewer.role === 'admin' &&
    booking.status === 'NEW' &&
    (!settings.autoDispatch || booking.search?.state !== 'searching'),
  accept: (booking: BookingLike, viewer: Viewer): boolean => can('accept', booking, viewer),
  arrive: (booking: BookingLike, viewer: Viewer): boolean => can('arrive', booking, viewer),
  start: (booking: BookingLike, viewer: Viewer): boolean => can('start', booking, viewer),
  /** of a delivery, once [design/delivery-30] */
  couldNotDeliver: (booking: BookingLike & { readonly undelivered: object | null }, viewer: Viewer): boolean =>
    booking.undelivered === null && can('could-not-deliver', booking, viewer),
  reach: (booking: BookingLike, viewer: Viewer): boolean => can('reach', booking, viewer),
  /** REACHED by its driver; PENDING by its driver or an admin */
  receiveCash: (booking: BookingLike, viewer: Viewer): boolean =>
    viewer.role !== 'rider' && can('pay', booking, viewer),
  notPaid: (booking: BookingLike, viewer: Viewer): boolean =>
    can('not-paid', booking, viewer) && booking.payableAmount !== 0,
  rate: (booking: BookingLike, viewer: Viewer, now: number): boolean =>
    can('rate', booking, viewer) &&
    booking.rating === null &&
    (booking.status === 'PAID' || (booking.paidAt !== null && now <= booking.paidAt + rateWithinDays * 86_400_000)),
  renewCode: (booking: BookingLike, viewer: Viewer): boolean =>
    can('renew-code', booking, viewer) && (booking.codeRenewalsLeft ?? 0) > 0,
  /** of a delivery that has not come back [design/delivery-40] */
  renewDeliveryCode: (booking: BookingLike, viewer: Viewer): boolean =>
    can('renew-delivery-code', booking, viewer) && (booking.deliveryCodeRenewalsLeft ?? 0) > 0,
  searchAgain: (booking: BookingLike, viewer: Viewer): boolean =>
    can('search-again', booking, viewer) && booking.search?.state === 'no-driver',
}

// Checked when the module loads, on the server and in the page: a fault throws.
const faults = transitionFaults()
if (faults.length > 0) throw new Error(`the table of moves has faults: ${faults.join('; ')}`)
