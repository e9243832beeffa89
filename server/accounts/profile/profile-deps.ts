import type { LanguagesCache } from '../../backoffice/languages/languages-cache.ts'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'

export interface ProfileDeps extends Platform {
  readonly settings: SettingsCache
  readonly languages: LanguagesCache
  readonly mailers: Mailers
}
