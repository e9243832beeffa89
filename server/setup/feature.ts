import { setupApi } from '@remis/domain/setup/setup-api'
import type { PasswordHashing } from '../accounts/password-hashing.ts'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import { finishSetUp } from './finish-set-up.ts'
import { checkSetUpLink } from './set-up-link.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
  readonly maps: Pick<MapsProvider, 'region'>
}

export const setup: Feature<Deps> = {
  endpoints: serve<Deps, typeof setupApi>(setupApi, { check: checkSetUpLink, finish: finishSetUp }),
}
