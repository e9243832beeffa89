import type { Settings } from '@remis/domain/backoffice/settings'
import { eligibleDrivers, type Considered, type SearchQuery } from '@remis/domain/dispatch/eligible-drivers'
import { kmPerMile, type LatLng } from '@remis/domain/kit/distance'
import { nowMs } from '../../platform/database/db-clock.ts'
import { onlinePositions } from '../../tracking/online-positions.ts'
import type { DispatchDeps } from '../dispatch-needs.ts'
import { manyDriverFacts } from '../drivers/driver-facts.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'

/** Who was looked at for a booking, nearest first, and how long the way to the pickup is for those who may have it. */
export interface FoundDrivers {
  readonly considered: readonly Considered[]
  /** seconds by road, by driver; absent where the map service gave none */
  readonly pickupSeconds: ReadonlyMap<string, number>
}

/** Beyond the radius too, so that the record can say who was too far. */
const lookFurther = 2
const mostConsidered = 200

/** Where the online drivers are is known from here on, in a process that has just started too. */
export const loadDriverIndex = ({ drivers, db }: Pick<DispatchDeps, 'drivers' | 'db'>): Promise<void> =>
  drivers.ready(() => onlinePositions(db.request))

/** Ids that a search for this pickup looks at, nearest first. */
export const candidates = async (
  app: Pick<DispatchDeps, 'drivers' | 'db'>,
  pickup: LatLng,
  { driverRadius, convert_to_mile }: Pick<Settings, 'driverRadius' | 'convert_to_mile'>,
): Promise<string[]> => {
  await loadDriverIndex(app)
  const radiusKm = driverRadius * (convert_to_mile ? kmPerMile : 1)
  return app.drivers.near(pickup, radiusKm * lookFurther, mostConsidered).map(({ id }) => id)
}

/**
 * Who is near and may be offered this booking: the Book Now check and dispatch ask the same (design §8). Asks the map
 * service, so never inside a transaction; `offerToDrivers` takes the answer.
 */
export const findDrivers = async (app: DispatchDeps, ask: SearchQuery): Promise<FoundDrivers> => {
  const db = app.db.request
  const settings = await app.settings.current()
  const drivers = await manyDriverFacts(db, app, await candidates(app, ask.pickup, settings))
  const considered = eligibleDrivers(drivers, ask, settings, await nowMs(db))
  return { considered, pickupSeconds: await pickupSecondsOf(app, ask.pickup, considered) }
}

/** spec 1 §5, Book Now: is there an active, approved, non-queued driver with a location within the radius? */
export const anyoneFree = ({ considered }: FoundDrivers): boolean => considered.some(({ reason }) => reason === null)
