import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { SettingsKeeper } from '../backoffice/settings-keeper.ts'
import type { Tx } from '../platform/database.ts'
import type { Platform } from '../platform/use-case.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'

/** Writes notices in the transaction of the fact they tell. Handed in: bookings know no way of delivery (design §3). */
export type TellPeople = (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>

/** What carrying out a move takes beside the database. */
export interface MoveNeeds extends Platform {
  readonly tell: TellPeople
}

export interface BookingNeeds extends MoveNeeds {
  readonly settings: SettingsKeeper
  readonly maps: MapsProvider
}
