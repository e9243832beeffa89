import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { SettingsKeeper } from '../backoffice/settings-keeper.ts'
import type { Tx } from '../platform/database.ts'
import type { TrackingNeeds } from '../tracking/tracking-needs.ts'

export interface DispatchNeeds extends TrackingNeeds {
  readonly settings: SettingsKeeper
  /** writes notices in the transaction of the fact they tell */
  readonly tell: (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>
}
