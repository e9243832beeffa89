import { ridersApi } from '@remis/domain/people/riders-api'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { listRiders } from './list-riders.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

export const people: Feature<Deps> = {
  endpoints: serve<Deps, typeof ridersApi>(ridersApi, { list: listRiders }),
}
