import type { placesApi } from '@remis/domain/places/places-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../platform/http/use-case.ts'
import { ask, parsePair, type MapsDeps } from './maps-answers.ts'

/** What the spec's clients send is thinned to about 25; more is let through, a flood of points is not. */
const MOST_WAYPOINTS = 100

/** spec 1 §7: start, dest and waypoints as 'lat,lng|lat,lng|…' → distance_in_km along the roads that were driven. */
export const getMultiLocTime: UseCase<MapsDeps, typeof placesApi.getMultiLocTime> = async ({ maps }, { body }) => {
  const between = body.waypoints.split('|').filter((pair) => pair.trim() !== '')
  if (between.length > MOST_WAYPOINTS)
    throw new AppError(400, 'invalid_input', { fields: { waypoints: `at most ${MOST_WAYPOINTS}` } })
  const points = [
    parsePair('start', body.start),
    ...between.map((pair) => parsePair('waypoints', pair)),
    parsePair('dest', body.dest),
  ]
  // The call carries no times: equal ones switch the check of speeds off.
  const { distance_in_km } = await ask('way', () => maps.matchedDistance(points.map((point) => ({ ...point, at: 0 }))))
  return { distance_in_km }
}
