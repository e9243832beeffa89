import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { SendNotices } from '../booking/booking-deps.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'

/** What the wallet use-cases need. */
export interface WalletDeps extends Platform {
  readonly settings: SettingsCache
  readonly gateways: readonly PaymentsProvider[]
  readonly notify: SendNotices
}
