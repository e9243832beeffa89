import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, parsePair, type MapsDeps } from './maps-answers.ts'

/** place_id → coords [places-6]. A place id that this installation did not sign is refused. */
export const getCoords: UseCase<MapsDeps, typeof placesApi.getCoords> = async (app, call) => ({
  coords: await callMaps(app, call, 'place', () => app.maps.coords(call.body.place_id)),
})

/** latlng → address, or error [places-6]; `road` where no car can drive in that street [design/maps-51]. */
export const getAddress: UseCase<MapsDeps, typeof placesApi.getAddress> = async (app, call) => {
  const point = parsePair('latlng', call.body.latlng)
  const { address, road } = await callMaps(app, call, 'place', () => app.maps.locate(point, call.body.language))
  return { address, ...(road ? { road } : {}) }
}
