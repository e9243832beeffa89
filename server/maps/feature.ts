import type { Feature } from '../platform/runtime/feature.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import { mapFiles } from './map-files.ts'

export const maps: Feature<{ readonly maps: MapsProvider }> = {
  mount: (fastify, app) => mapFiles(fastify, app.maps),
}
