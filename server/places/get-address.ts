import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { ask, parsePair, type MapsDeps } from './maps-answers.ts'

/** spec 1 §7: latlng → address, or error. */
export const getAddress: UseCase<MapsDeps, typeof placesApi.getAddress> = async ({ maps }, { body }) => {
  const point = parsePair('latlng', body.latlng)
  return { address: await ask('place', () => maps.address(point)) }
}
