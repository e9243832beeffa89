import { routedDrivers } from '@remis/domain/dispatch/dispatch-policy'
import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import { kmPerMile, type LatLng } from '@remis/domain/kit/distance'
import { cellOf, mostCellOffKm } from '@remis/domain/places/coarse-place'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import type { DriverSearch, SeenDriver } from '../drivers/driver-index.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'
import type { Ride } from '../drivers/excluded-drivers.ts'
import { considerDrivers, listExcludedOf } from '../search/find-drivers.ts'
import { mostShiftKm } from './shift-position.ts'

/** The positions of the index, shifted. */
const shifted = ({ drivers, nearby }: Pick<DispatchDeps, 'drivers' | 'nearby'>, now: number): DriverSearch => {
  const shift = (seen: SeenDriver): SeenDriver => ({ ...seen, ...nearby.shift(seen.id, seen, now) })
  return {
    ready: (load) => drivers.ready(load),
    setState: (id, state) => drivers.setState(id, state),
    // This search writes no dispatch record, so it skips drivers that cannot be asked.
    near: (point, km, limit, wanted) =>
      wanted === undefined ? [] : drivers.near(point, km + mostShiftKm, limit, wanted).map(shift),
    get: (id) => {
      const seen = drivers.get(id)
      return seen === null ? null : shift(seen)
    },
  }
}

/** maximum km that shifting and cell rounding add to a distance */
const slackKm = mostShiftKm + mostCellOffKm

/**
 * The drivers that a booking could be offered to, as shown before the booking: dispatch's rules on shifted positions,
 * measured from the middle of the pickup's cell. The radius is larger by what both can add, so that no near driver
 * counts as far [design/access-83].
 */
const consider = async (
  app: DispatchDeps,
  pickup: LatLng,
  rides: readonly ({ readonly carTypeId: string } & Partial<Ride>)[],
  eligible: number,
): Promise<Considered[][]> => {
  const now = await nowMs(app.db.request)
  const settings = await app.settings.current()
  const slack = settings.convert_to_mile ? slackKm / kmPerMile : slackKm
  const wider = { ...settings, driverRadius: settings.driverRadius + slack }
  const searches = await Promise.all(
    rides.map(async ({ carTypeId, customer }) => ({
      query: {
        pickup,
        carTypeId,
        excluded: await listExcludedOf(app, customer === undefined ? {} : { customer }),
      },
      eligible,
    })),
  )
  const view = { db: app.db, drivers: shifted(app, Date.now()), settings: { current: async () => wider } }
  return considerDrivers(view, app.db.request, searches, now)
}

/** Without a driving time from the maps: 20 km/h over the straight line. */
const secondsPerKm = 180
/**
 * Of each car type this many drivers are asked for at an outside service, which is paid by driver; the embedded engine
 * looks at all that dispatch would [design/maps-99].
 */
const routedOutside = 2

/** Driving seconds by driver; from an outside service they are used for all pickups of the cell for a minute. */
const secondsTo = async (
  app: DispatchDeps,
  cell: LatLng,
  drivers: readonly Considered[],
): Promise<Map<string, number>> => {
  if (app.maps.services.routing === null) return pickupSecondsOf(app, cell, drivers)
  const { seconds: kept } = app.nearby
  const keyOf = (id: string): string => [id, cell.lat, cell.lng].join()
  const unknown = drivers.filter(({ driver }) => kept.get(keyOf(driver.id)) === undefined)
  if (unknown.length > 0) {
    const asked = pickupSecondsOf(app, cell, unknown)
    for (const { driver } of unknown)
      kept.set(
        keyOf(driver.id),
        asked.then((times) => times.get(driver.id)),
      )
  }
  const found = await Promise.all(drivers.map(async ({ driver }) => kept.get(keyOf(driver.id))))
  return new Map(
    drivers.flatMap(({ driver }, i) => {
      const seconds = found[i]
      return seconds === undefined ? [] : [[driver.id, seconds] as const]
    }),
  )
}

/** Seconds to the pickup of the nearest free car of each type, in the order of `carTypeIds`; null: none is near. */
export const findPickupSeconds = async (
  app: DispatchDeps,
  pickup: LatLng,
  carTypeIds: readonly string[],
): Promise<(number | null)[]> => {
  const cell = cellOf(pickup)
  const share = Math.max(1, Math.floor(routedDrivers / Math.max(1, carTypeIds.length)))
  const each = app.maps.services.routing === null ? share : Math.min(share, routedOutside)
  const found = await consider(
    app,
    cell,
    carTypeIds.map((carTypeId) => ({ carTypeId })),
    each,
  )
  const free = found.map((considered) => considered.filter(({ reason }) => reason === null).slice(0, each))
  const known = await secondsTo(app, cell, free.flat())
  return free.map((drivers) => {
    const times = drivers.map(({ driver, km }) => known.get(driver.id) ?? (km ?? 0) * secondsPerKm)
    return times.length === 0 ? null : Math.min(...times)
  })
}

/**
 * The check on Book [booking-27]: whether a driver could be offered this ride. Confirm checks again
 * [design/dispatch-60].
 */
export const isDriverNear = async (
  app: DispatchDeps,
  pickup: LatLng,
  ride: { readonly carTypeId: string } & Ride,
): Promise<boolean> => {
  const [considered = []] = await consider(app, cellOf(pickup), [ride], 1)
  return considered.some(({ reason }) => reason === null)
}
