import type { Platform } from '../platform/http/use-case.ts'
import type { Broadcaster } from '../platform/live/broadcaster.ts'
import type { DriverIndex } from '../dispatch/drivers/driver-index.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import type { LastPositions } from './last-positions.ts'

export interface TrackingDeps extends Platform {
  readonly maps: MapsProvider
  readonly live: Broadcaster
  /** last positions of online drivers, for the search */
  readonly drivers: DriverIndex
  /** what each driver's device sent last, and what is not yet written of it */
  readonly trails: LastPositions
}
