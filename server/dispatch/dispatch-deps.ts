import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { SendNotices } from '../booking/booking-deps.ts'
import type { TrackingDeps } from '../tracking/tracking-deps.ts'
import type { Nearby } from './nearby/nearby.ts'

export interface DispatchDeps extends TrackingDeps {
  readonly settings: SettingsCache
  readonly nearby: Nearby
  readonly notify: SendNotices
}
