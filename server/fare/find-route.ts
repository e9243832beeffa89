import type { LatLng } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { MapsError, type MapsProvider, type Route } from '../providers/maps/maps-provider.ts'

const refusal = (error: MapsError): AppError => {
  switch (error.code) {
    case 'OUT_OF_REGION':
      return new AppError(422, 'out_of_region', { cause: error })
    case 'BAD_INPUT':
      return new AppError(400, 'invalid_input', { cause: error })
    case 'QUOTA':
    case 'UPSTREAM':
      return new AppError(503, 'place_to_coords_error', { cause: error })
    case 'NO_ROUTE':
      return new AppError(422, 'no_route_found', { cause: error })
    case 'NO_SEGMENT':
    case 'NOT_FOUND':
      return new AppError(422, 'place_to_coords_error', { cause: error })
  }
}

/**
 * The driving route of a quote. A failed lookup is `place_to_coords_error`, places without a way between them 'No Route
 * Found' [design/moves-9]. `departAt` in ms, now when null. Never inside a transaction.
 */
export const findRoute = async (
  maps: MapsProvider,
  pickup: LatLng,
  drop: LatLng,
  departAt: number | null = null,
): Promise<Route> => {
  try {
    const route = await maps.route(pickup, drop, { departAt: departAt ?? undefined })
    if (!(route.distance > 0)) throw new AppError(422, 'no_route_found')
    return route
  } catch (error) {
    throw error instanceof MapsError ? refusal(error) : error
  }
}
