import type { Settings } from '@remis/domain/backoffice/settings'
import { dispatchPolicies } from '@remis/domain/dispatch/dispatch-policy'
import type { DriverFacts } from '@remis/domain/dispatch/driver'
import { eligibleDrivers, type Considered, type SearchQuery } from '@remis/domain/dispatch/eligible-drivers'
import type { FoundForTurn } from '@remis/domain/dispatch/search'
import { kmPerMile } from '@remis/domain/kit/distance'
import type { Kysely } from 'kysely'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { onlinePositions } from '../../tracking/stored-positions.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listDriverFacts } from '../drivers/driver-facts.ts'
import type { DriverSearch } from '../drivers/driver-index.ts'
import { listExcluded, sameRiderPause, type Excluded, type Ride } from '../drivers/excluded-drivers.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'

/** The drivers considered for a booking, nearest first, with driving times to the pickup of the eligible ones. */
export type FoundDrivers = FoundForTurn

/** Searches this many times the radius, so that the record can name drivers that were too far [design/dispatch-6]. */
const radiusFactor = 2
/** The nearest drivers of any type and state, so that the record can say why they were not asked. */
const maxOthers = 20

/** `drivers`: the index, or a view of it that shows other positions. */
export interface SearchDeps {
  readonly drivers: DriverSearch
  readonly db: DispatchDeps['db']
  readonly settings: Pick<DispatchDeps['settings'], 'current'>
}

/** Fills the driver index before the first search of this process. */
export const loadDriverIndex = ({ drivers, db }: Pick<SearchDeps, 'drivers' | 'db'>): Promise<void> =>
  drivers.ready(() => onlinePositions(db.request))

export interface WideSearch {
  readonly query: SearchQuery
  /** the number of eligible drivers to find, if there are as many */
  readonly eligible: number
}

/** Ids of the `limit` nearest drivers that may be eligible, and of some others for the record. */
const listNear = (
  { drivers }: Pick<SearchDeps, 'drivers'>,
  { pickup, carTypeId: carType }: SearchQuery,
  settings: Settings,
  limit: number,
  now: number,
): { fit: string[]; others: string[] } => {
  const { driverRadius, convert_to_mile, positionFreshSeconds } = settings
  const radiusKm = driverRadius * (convert_to_mile ? kmPerMile : 1)
  const wanted = { carType, seenSince: now - positionFreshSeconds * 1000 }
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
  return {
    fit: ids(drivers.near(pickup, radiusKm, limit, wanted)),
    others: ids(drivers.near(pickup, radiusKm * radiusFactor, maxOthers)),
  }
}

/**
 * The drivers near each pickup, nearest first, each with a pass or a reason. Widens the search until it has found as
 * many eligible drivers as wanted, so that drivers ruled out by the database do not use up the limit
 * [design/dispatch-27]. The facts of all searches are read together.
 */
export const considerDrivers = async (
  app: SearchDeps,
  db: Kysely<Tables>,
  searches: readonly WideSearch[],
  now: number,
): Promise<Considered[][]> => {
  await loadDriverIndex(app)
  const settings = await app.settings.current()
  const facts = new Map<string, DriverFacts>()
  const results: Considered[][] = searches.map(() => [])
  let open = searches.map(({ query, eligible }, place) => ({ query, eligible, place, limit: eligible }))
  while (open.length > 0) {
    const near = open.map((one) => ({ ...one, ...listNear(app, one.query, settings, one.limit, now) }))
    const unread = new Set(near.flatMap(({ fit, others }) => [...fit, ...others]).filter((id) => !facts.has(id)))
    for (const driver of await listDriverFacts(db, app, [...unread])) facts.set(driver.id, driver)
    open = near.flatMap(({ query, eligible, place, limit, fit, others }) => {
      const drivers = [...new Set([...fit, ...others])].flatMap((id) => facts.get(id) ?? [])
      const considered = eligibleDrivers(drivers, query, settings, now).sort((a, b) => (a.km ?? 0) - (b.km ?? 0))
      results[place] = considered
      const passed = considered.filter(({ reason }) => reason === null).length
      return passed < eligible && fit.length === limit ? [{ query, eligible, place, limit: limit * 2 }] : []
    })
  }
  return results
}

/**
 * The drivers near the pickup, each with a pass or a reason; the Book Now check and dispatch share it
 * [design/dispatch-3]. It calls the maps, so run it before the transaction; `offerToDrivers` takes the result. `at`:
 * database clock, ms, read here when absent.
 */
export const findDrivers = async (
  app: DispatchDeps,
  query: SearchQuery & Partial<Ride>,
  at?: number,
): Promise<FoundDrivers> => {
  const db = app.db.request
  const { dispatchPolicy } = await app.settings.current()
  const eligible = dispatchPolicies[dispatchPolicy].looksAt(0)
  const excluded = await listExcludedOf(app, query)
  const searches = [{ query: { ...query, excluded }, eligible }]
  const [considered = []] = await considerDrivers(app, db, searches, at ?? (await nowMs(db)))
  return { considered, pickupSeconds: await pickupSecondsOf(app, query.pickup, considered) }
}

const noneExcluded: Excluded = new Map()

/** The drivers that get no offer of this ride, whatever their place; none without a rider. */
export const listExcludedOf = async (app: DispatchDeps, { customer, ...rest }: Partial<Ride>): Promise<Excluded> => {
  if (customer === undefined) return noneExcluded
  const ride = { ...rest, customer }
  return (await listExcluded(app.db.request, [ride], sameRiderPause(app)))(ride)
}

/** The Book Now check [dispatch-2]. */
export const isAnyDriverFree = ({ considered }: FoundDrivers): boolean =>
  considered.some(({ reason }) => reason === null)
