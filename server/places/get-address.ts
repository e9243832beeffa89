import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, parsePair, type MapsDeps } from './maps-answers.ts'

/** latlng → address, or error [places-6]; `road` where no car can drive in that street [design/maps-51]. */
export const getAddress: UseCase<MapsDeps, typeof placesApi.getAddress> = async (app, call) => {
  const point = parsePair('latlng', call.body.latlng)
  const { address, road } = await callMaps(app, call, 'place', () => app.maps.locate(point, call.body.language))
  return { address, ...(road ? { road } : {}) }
}
