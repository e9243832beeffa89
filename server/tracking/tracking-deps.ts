import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { MoveDeps } from '../booking/booking-deps.ts'
import type { Broadcaster } from '../platform/live/broadcaster.ts'
import type { DriverIndex } from '../dispatch/drivers/driver-index.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import type { TripEtas } from './eta.ts'
import type { LastPositions } from './last-positions.ts'

export interface TrackingDeps extends MoveDeps {
  readonly maps: MapsProvider
  readonly live: Broadcaster
  readonly settings: SettingsCache
  /** last positions of online drivers, for the search */
  readonly drivers: DriverIndex
  /** the last fix of each driver's device, and which are not written yet */
  readonly lastPositions: LastPositions
  /** drive times of running trips, shared by all who watch them */
  readonly etas: TripEtas
}
