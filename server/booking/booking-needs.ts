import type { Minor } from '@remis/domain/kit/money'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { DispatchDeps } from '../dispatch/dispatch-needs.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import type { TrackingDeps } from '../tracking/tracking-needs.ts'
import type { AcceptQueue } from './moves/accept-queue.ts'

/** Writes notices in the transaction of the fact they tell. Handed in: bookings know no way of delivery (design §3). */
export type SendNotices = (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>

/**
 * Asks in the move's transaction that a part of a booking's card payment goes back, minor units; `key` is the same when it
 * is the same wish. Handed in: bookings know no payments (design §3).
 */
export type AskRefund = (
  tx: Tx,
  wish: { readonly bookingId: string; readonly key: string; readonly amount: Minor; readonly reason: string },
) => Promise<void>

/** What carrying out a move takes beside the database. */
export interface MoveDeps extends Platform {
  readonly tell: SendNotices
  readonly refund: AskRefund
}

/** Settings, maps and the drivers' positions, as dispatch and tracking need them too; and whether a card can pay. */
export type BookingDeps = DispatchDeps &
  TrackingDeps &
  MoveDeps & { readonly gateways: readonly PaymentsProvider[]; readonly accepts: AcceptQueue }
