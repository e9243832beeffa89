import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, Who } from '../platform/http/use-case.ts'
import { asLocationCall, payerOf } from './count-location-call.ts'
import { MapsError, type MapsProvider, type Point } from '../providers/maps/maps-provider.ts'

/** What the location calls need. */
export interface MapsDeps extends Platform {
  readonly maps: MapsProvider
}

/** Whether a place or a way was requested: it decides the message key of a failure [design/maps-14]. */
type Subject = 'place' | 'way'

/** A maps error as a refusal; the calls of the host root show it as `{error}`. */
const refusal = (error: MapsError, subject: Subject): AppError => {
  const missing = subject === 'place' ? 'google_places_error' : 'place_to_coords_error'
  switch (error.code) {
    case 'OUT_OF_REGION':
      return new AppError(422, 'out_of_region', { cause: error })
    case 'BAD_INPUT':
      return new AppError(400, subject === 'place' ? 'place_id_invalid' : 'invalid_input', { cause: error })
    case 'NO_ROUTE':
      return new AppError(422, 'no_route_found', { cause: error })
    case 'NO_SEGMENT':
    case 'NOT_FOUND':
      return new AppError(422, missing, { cause: error })
    case 'QUOTA':
    case 'UPSTREAM':
      return new AppError(503, 'busy_try_again', { cause: error })
  }
}

/** Counts the call, calls the maps and turns their errors into refusals. */
export const callMaps = async <T>(
  app: MapsDeps,
  { who, address }: { readonly who: Who; readonly address: string },
  subject: Subject,
  call: () => Promise<T>,
): Promise<T> => {
  try {
    return await asLocationCall(app, payerOf(who, address), call)
  } catch (error) {
    throw error instanceof MapsError ? refusal(error, subject) : error
  }
}

/** Parses 'lat,lng' in degrees. @throws AppError invalid_input naming the field */
export const parsePair = (field: string, text: string): Point => {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/.exec(text)
  const lat = Number(match?.[1] ?? NaN)
  const lng = Number(match?.[2] ?? NaN)
  if (!match || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    throw new AppError(400, 'invalid_input', { fields: { [field]: "must be 'lat,lng' in degrees" } })
  return { lat, lng }
}
