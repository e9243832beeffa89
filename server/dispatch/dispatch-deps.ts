import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Tx } from '../platform/database/database.ts'
import type { TrackingDeps } from '../tracking/tracking-deps.ts'
import type { Nearby } from './nearby/nearby.ts'

export interface DispatchDeps extends TrackingDeps {
  readonly settings: SettingsCache
  readonly nearby: Nearby
  /** writes notices in the transaction of the fact they report */
  readonly notify: (tx: Tx, drafts: readonly NoticeDraft[]) => Promise<void>
}
