import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { placesApi } from '@remis/domain/places/places-api'
import { layOut, placeAt, type Walk } from '@remis/simulator/driving/route-walker'
import type { Actor } from './actors.ts'
import { clientOf } from './by-call.ts'

/** The route between two addresses from the city's own map service: a driver in a story follows it. */
export interface Route {
  readonly from: string
  readonly to: string
  readonly start: LatLng
  readonly end: LatLng
  readonly walk: Walk
  readonly km: number
}

export const findRoute = async (base: string, from: string, to: string): Promise<Route> => {
  const { token } = await clientOf(base)(accountsApi.visitorToken, { body: {} })
  const call = clientOf(base, token)
  const spot = async (searchKeyword: string) => {
    const { searchResults } = await call(placesApi.autocomplete, { body: { searchKeyword } })
    return (await call(placesApi.getCoords, { body: { place_id: searchResults[0]?.place_id ?? '' } })).coords
  }
  const [start, end] = [await spot(from), await spot(to)]
  const route = await call(placesApi.getRoute, { body: { start, dest: end } })
  const points = route.coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }))
  return { from, to, start, end, walk: layOut(points, route.duration), km: route.distance }
}

/**
 * Moves the device along the route in this many steps of equal length; the page sends a position about every 1.5 s.
 * Steps longer than a car drives in that time would not count as a track [design/maps-8].
 */
export const driveAlong = async (
  driver: Actor,
  route: Route,
  steps: number,
  between?: (step: number) => Promise<void>,
) => {
  for (let step = 1; step <= steps; step++) {
    await driver.moveTo(placeAt(route.walk, (step / steps) * route.walk.seconds))
    await between?.(step)
    await driver.page.waitForTimeout(1700)
  }
}
