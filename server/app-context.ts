import type { Platform } from './platform/use-case.ts'
import type { MapsProvider } from './providers/maps/maps-provider.ts'

/** Everything a use-case may need: the platform and one port per outside service. Features name the part they use. */
export interface AppContext extends Platform {
  readonly maps: MapsProvider
}
