import type { placesApi } from '@remis/domain/places/places-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, parsePair, type MapsDeps } from './maps-answers.ts'

/**
 * Documented clients send about 25. The cost grows with their number: 102 points took half a second [design/api-25].
 */
const MOST_WAYPOINTS = 25

/** start, dest and waypoints as 'lat,lng|lat,lng|…' → distance_in_km, matched to roads [places-6]. */
export const getMultiLocTime: UseCase<MapsDeps, typeof placesApi.getMultiLocTime> = async (app, call) => {
  const { body } = call
  const between = body.waypoints.split('|').filter((pair) => pair.trim() !== '')
  if (between.length > MOST_WAYPOINTS)
    throw new AppError(400, 'invalid_input', { fields: { waypoints: `at most ${MOST_WAYPOINTS}` } })
  const points = [
    parsePair('start', body.start),
    ...between.map((pair) => parsePair('waypoints', pair)),
    parsePair('dest', body.dest),
  ]
  // The call carries no times: equal ones switch the speed check off.
  const { distance_in_km } = await callMaps(app, call, 'way', () =>
    app.maps.matchedDistance(points.map((point) => ({ ...point, at: 0 }))),
  )
  return { distance_in_km }
}
