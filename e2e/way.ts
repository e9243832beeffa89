import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { placesApi } from '@remis/domain/places/places-api'
import type { Actor } from './actors.ts'
import { clientOf } from './client.ts'

/** The way between two addresses as the city's own map service knows it: what a driver in a story drives along. */
export interface Way {
  readonly from: string
  readonly to: string
  readonly start: LatLng
  readonly end: LatLng
  readonly points: readonly LatLng[]
  readonly km: number
}

export const findWay = async (base: string, from: string, to: string): Promise<Way> => {
  const { token } = await clientOf(base)(accountsApi.visitorToken, { body: {} })
  const call = clientOf(base, token)
  const spot = async (searchKeyword: string) => {
    const { searchResults } = await call(placesApi.autocomplete, { body: { searchKeyword } })
    return (await call(placesApi.getCoords, { body: { place_id: searchResults[0]?.place_id ?? '' } })).coords
  }
  const [start, end] = [await spot(from), await spot(to)]
  const route = await call(placesApi.getRoute, { body: { start, dest: end } })
  const points = route.coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }))
  return { from, to, start, end, points, km: route.distance }
}

/** Moves the device along the way in so many steps; the page sends a position about every 1.5 s. */
export const driveAlong = async (driver: Actor, way: Way, steps: number, between?: (step: number) => Promise<void>) => {
  for (let step = 1; step <= steps; step++) {
    const at = way.points[Math.round((step / steps) * (way.points.length - 1))]
    if (at !== undefined) await driver.moveTo(at)
    await between?.(step)
    await driver.page.waitForTimeout(1700)
  }
}
