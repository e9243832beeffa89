import { promosApi } from '@remis/domain/promos/promos-api'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { listPromos } from './list-promos.ts'
import { listRedemptions } from './list-redemptions.ts'
import { changePromo, createPromo, deletePromo, exportPromos, listAllPromos, restorePromo } from './manage-promos.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

export const promos: Feature<Deps> = {
  endpoints: serve<Deps, typeof promosApi>(promosApi, {
    list: listPromos,
    listAll: listAllPromos,
    export: exportPromos,
    create: createPromo,
    update: changePromo,
    remove: deletePromo,
    redemptions: listRedemptions,
    restore: restorePromo,
  }),
}
