import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { DispatchNeeds } from '../dispatch/dispatch-needs.ts'
import type { Tx } from '../platform/database.ts'
import type { Platform } from '../platform/use-case.ts'
import type { TrackingNeeds } from '../tracking/tracking-needs.ts'

/** Writes notices in the transaction of the fact they tell. Handed in: bookings know no way of delivery (design §3). */
export type TellPeople = (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>

/** What carrying out a move takes beside the database. */
export interface MoveNeeds extends Platform {
  readonly tell: TellPeople
}

/** Settings, maps and the drivers' positions, as dispatch and tracking need them too. */
export type BookingNeeds = DispatchNeeds & TrackingNeeds
