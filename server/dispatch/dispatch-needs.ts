import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import type { Tx } from '../platform/database/database.ts'
import type { TrackingDeps } from '../tracking/tracking-needs.ts'

export interface DispatchDeps extends TrackingDeps {
  readonly settings: SettingsCache
  /** writes notices in the transaction of the fact they tell */
  readonly tell: (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>
}
