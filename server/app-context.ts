import type { PasswordHashing } from './accounts/password-hashing.ts'
import type { TrialAccounts } from './backoffice/public-settings.ts'
import type { SettingsKeeper } from './backoffice/settings-keeper.ts'
import type { Platform } from './platform/use-case.ts'
import type { MapsProvider } from './providers/maps/maps-provider.ts'

/** Everything a use-case may need: the platform and one port per outside service. Features name the part they use. */
export interface AppContext extends Platform {
  readonly maps: MapsProvider
  readonly settings: SettingsKeeper
  readonly passwords: PasswordHashing
  readonly trialAccounts: TrialAccounts
}
