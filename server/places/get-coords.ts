import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, type MapsDeps } from './maps-answers.ts'

/** place_id → coords [places-6]. A place id that this installation did not sign is refused. */
export const getCoords: UseCase<MapsDeps, typeof placesApi.getCoords> = async (app, call) => ({
  coords: await callMaps(app, call, 'place', () => app.maps.coords(call.body.place_id)),
})
