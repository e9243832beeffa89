import { googleMapApi } from '@remis/domain/maps/google-map-api'
import { mapServicesApi } from '@remis/domain/maps/map-services-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { mapFiles } from './map-files.ts'
import { listMapServices, readBrowserKey, testMapService, type MapsFeatureDeps } from './map-services.ts'

export const maps: Feature<MapsFeatureDeps> = {
  endpoints: [
    ...serve<MapsFeatureDeps, typeof mapServicesApi>(mapServicesApi, {
      list: listMapServices,
      test: testMapService,
    }),
    ...serve<MapsFeatureDeps, typeof googleMapApi>(googleMapApi, { key: readBrowserKey }),
  ],
  mount: (fastify, app) => mapFiles(fastify, app.maps),
}
