import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { SendNotices } from '../booking/booking-deps.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { LastPositions } from '../tracking/last-positions.ts'

export interface SafetyDeps extends Platform {
  readonly settings: SettingsCache
  readonly notify: SendNotices
  readonly lastPositions: LastPositions
}
