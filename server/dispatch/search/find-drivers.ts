import type { Settings } from '@remis/domain/backoffice/settings'
import { eligibleDrivers, type Considered, type SearchQuery } from '@remis/domain/dispatch/eligible-drivers'
import { kmPerMile, type LatLng } from '@remis/domain/kit/distance'
import { nowMs } from '../../platform/database/db-clock.ts'
import { onlinePositions } from '../../tracking/online-positions.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listDriverFacts } from '../drivers/driver-facts.ts'
import { listExcluded, sameRiderPause, type Excluded, type Ride } from '../drivers/excluded-drivers.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'

/** The drivers considered for a booking, nearest first, with driving times to the pickup of the eligible ones. */
export interface FoundDrivers {
  readonly considered: readonly Considered[]
  /** seconds by road, by driver id; missing where the maps gave none */
  readonly pickupSeconds: ReadonlyMap<string, number>
}

/** Searches this many times the radius, so that the record can name drivers that were too far [design/dispatch-6]. */
const radiusFactor = 2
const maxConsidered = 200

/** Fills the driver index before the first search of this process. */
export const loadDriverIndex = ({ drivers, db }: Pick<DispatchDeps, 'drivers' | 'db'>): Promise<void> =>
  drivers.ready(() => onlinePositions(db.request))

/** Ids of the drivers that a search for this pickup considers, nearest first. */
export const listCandidates = async (
  app: Pick<DispatchDeps, 'drivers' | 'db'>,
  pickup: LatLng,
  { driverRadius, convert_to_mile }: Pick<Settings, 'driverRadius' | 'convert_to_mile'>,
): Promise<string[]> => {
  await loadDriverIndex(app)
  const radiusKm = driverRadius * (convert_to_mile ? kmPerMile : 1)
  return app.drivers.near(pickup, radiusKm * radiusFactor, maxConsidered).map(({ id }) => id)
}

/**
 * The drivers near the pickup, each with a pass or a reason; the Book Now check and dispatch share it [design/dispatch-3].
 * It calls the maps, so run it before the transaction; `offerToDrivers` takes the result. `at`: database clock, ms, read
 * here when absent.
 */
export const findDrivers = async (
  app: DispatchDeps,
  query: SearchQuery & Partial<Ride>,
  at?: number,
): Promise<FoundDrivers> => {
  const db = app.db.request
  const settings = await app.settings.current()
  const drivers = await listDriverFacts(db, app, await listCandidates(app, query.pickup, settings))
  const { customer } = query
  const excluded = customer === undefined ? noneExcluded : await excludedFrom(app, { ...query, customer })
  const considered = eligibleDrivers(drivers, { ...query, excluded }, settings, at ?? (await nowMs(db)))
  return { considered, pickupSeconds: await pickupSecondsOf(app, query.pickup, considered) }
}

const noneExcluded: Excluded = new Map()

const excludedFrom = async (app: DispatchDeps, ride: Ride): Promise<Excluded> =>
  (await listExcluded(app.db.request, [ride], sameRiderPause(app)))(ride)

/** The Book Now check [dispatch-2]. */
export const isAnyDriverFree = ({ considered }: FoundDrivers): boolean =>
  considered.some(({ reason }) => reason === null)
