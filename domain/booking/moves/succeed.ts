import type { Settings } from '../../backoffice/settings.ts'
import { searchWindow } from '../../dispatch/search.ts'
import { carryOver } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Change } from '../move.ts'
import { blank } from './create.ts'
import { notifyCustomer } from './notify.ts'

/** The third driver who cancels ends the chain [design/moves-81]. */
export const driversPerChain = 3

export interface SuccessorFacts {
  /** of the new booking, and of the copy of the quote that it has */
  readonly id: string
  readonly quoteId: string
  /** trip code made by the server; stored where the cancelled booking has one */
  readonly code: string
  readonly settings: Pick<Settings, 'rebookAfterDriverCancel' | 'autoDispatch' | 'searchMinutes'>
}

/**
 * Whether this cancel makes a successor: a driver's cancel that is not a no-show, or an admin's whose facts carry a
 * successor because the driver left [design/people-6]; by at most the second driver of the chain.
 */
export const isSucceeded = (
  booking: Booking,
  actor: Actor,
  noShow: boolean,
  settings: Pick<Settings, 'rebookAfterDriverCancel'>,
): boolean =>
  settings.rebookAfterDriverCancel &&
  (actor.kind === 'driver' || actor.kind === 'admin') &&
  !noShow &&
  booking.cancelledDrivers.length + 1 < driversPerChain

/**
 * – → NEW by the system: the ride that its driver cancelled is booked again at the same price [design/moves-80]. Held
 * and captured money moves over with one posting, the promo is redeemed again without being judged. It is due at once,
 * also when it was booked for later. `cancelled` is the booking before its cancel. The search has no offers yet: the
 * next sweep makes them.
 */
export const succeed = (
  cancelled: Booking,
  { id, quoteId, code, settings }: SuccessorFacts,
  now: number,
): { booking: Booking; change: Change } => {
  const { usedWalletMoney, cardPaymentAmount, gateway, prepaid, bookLater } = cancelled
  const when = { bookLater, tripdate: bookLater ? Math.max(cancelled.tripdate, now) : now, releaseAt: now }
  const search = searchWindow(when, settings, now)
  const carried = usedWalletMoney + cardPaymentAmount
  const booking: Booking = {
    ...cancelled,
    ...blank,
    ...when,
    id,
    version: 0,
    status: 'NEW',
    quoteId,
    fare: { quoted: cancelled.fare.quoted, final: null, charged: null },
    bookingDate: now,
    releasedAt: now,
    otp: cancelled.otp === null ? null : code,
    usedWalletMoney,
    cardPaymentAmount,
    gateway,
    prepaid,
    searchStartedAt: search?.searchStartedAt ?? null,
    searchUntil: search?.searchUntil ?? null,
    searches: search === null ? 0 : 1,
    predecessor: cancelled.id,
    cancelledDrivers: [...cancelled.cancelledDrivers, ...(cancelled.driver === null ? [] : [cancelled.driver])],
  }
  const change: Change = {
    move: 'succeed',
    from: null,
    to: 'NEW',
    patch: {},
    notices: [notifyCustomer(booking, 'notice_rebooked')],
    ...(carried > 0 ? { postings: [carryOver(cancelled.id, id, carried)] } : {}),
    ...(cardPaymentAmount > 0 ? { takesPaymentOf: cancelled.id } : {}),
    ...(cancelled.promo_applied ? { promo: 'redeem' as const } : {}),
    data: { predecessor: cancelled.id },
  }
  return { booking, change }
}
