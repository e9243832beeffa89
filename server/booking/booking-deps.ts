import type { Booking } from '@remis/domain/booking/booking'
import type { Minor } from '@remis/domain/kit/money'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import type { TrackingDeps } from '../tracking/tracking-deps.ts'
import type { AcceptQueue } from './moves/accept-queue.ts'

/**
 * Writes notices in the transaction of the fact they report. Injected, so that bookings do not depend on delivery
 * [design/principles-16].
 */
export type SendNotices = (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>

/**
 * Requests the refund of a part of a booking's card payment (minor units), in the move's transaction. The same `key` is
 * the same request. Injected, so that bookings do not depend on payments [design/principles-16].
 */
export type RequestRefund = (
  tx: Tx,
  refund: { readonly bookingId: string; readonly key: string; readonly amount: Minor; readonly reason: string },
) => Promise<void>

/** Moves the applied card payment of a booking to its successor. Injected like `RequestRefund`. */
export type CarryPayment = (tx: Tx, from: string, to: string) => Promise<void>

/** Moves the open links of rider and office to the booking that continues theirs. Injected like `RequestRefund`. */
export type CarryLinks = (tx: Tx, from: string, to: string) => Promise<void>

/**
 * Called before an accept. Returns a function that sends the receiver of a delivery a link, in the accept's
 * transaction; null: nothing is sent. Injected, so that bookings do not depend on links and mail
 * [design/principles-16].
 */
export type SendReceiverLink = () => Promise<((tx: Tx, booking: Booking) => Promise<void>) | null>

/** What a move needs. */
export interface MoveDeps extends Platform {
  readonly notify: SendNotices
  readonly refund: RequestRefund
  readonly carryPayment: CarryPayment
  readonly carryLinks: CarryLinks
}

/** What the booking use-cases need: the deps of dispatch and tracking, the card gateways and the accept queue. */
export type BookingDeps = DispatchDeps &
  TrackingDeps &
  MoveDeps & {
    readonly gateways: readonly PaymentsProvider[]
    readonly accepts: AcceptQueue
    readonly sendReceiverLink: SendReceiverLink
  }
