import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import type { Point } from '../providers/maps/maps-provider.ts'
import { callMaps, parsePair, type MapsDeps } from './maps-answers.ts'

/** start, dest → distance (km), duration (s), polylinePoints, coords [places-6]. */
export const getRoute: UseCase<MapsDeps, typeof placesApi.getRoute> = async (app, call) => {
  const { body } = call
  const start = pointOf('start', body.start)
  const dest = pointOf('dest', body.dest)
  const { distance, duration, polylinePoints, coords } = await callMaps(app, call, 'way', () =>
    app.maps.route(start, dest, { forFare: false }),
  )
  return {
    distance,
    duration,
    polylinePoints,
    coords: coords.map(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
  }
}

const pointOf = (field: string, given: string | Point): Point =>
  typeof given === 'string' ? parsePair(field, given) : given
