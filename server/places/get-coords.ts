import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { ask, type MapsDeps } from './maps-answers.ts'

/** spec 1 §7: place_id → coords. A place id we did not sign is refused. */
export const getCoords: UseCase<MapsDeps, typeof placesApi.getCoords> = async ({ maps }, { body }) => ({
  coords: await ask('place', () => maps.coords(body.place_id)),
})
