import { promosApi } from '@remis/domain/promos/promos-api'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { createPromo } from './create-promo.ts'
import { listPromos } from './list-promos.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

export const promos: Feature<Deps> = {
  endpoints: serve<Deps, typeof promosApi>(promosApi, { list: listPromos, create: createPromo }),
}
