import { checkPoint } from '../check-points.ts'
import { MapsError, type PlaceQuery, type PlaceSearch, type Point } from '../maps-provider.ts'
import { linesOf, placeOf, suggestionsOf, textOf, type AddressParts } from './address-lines.ts'
import type { OutsideService } from './outside-service.ts'

export interface FoundPlace {
  readonly parts: AddressParts
  readonly at: Point
}

/** The two requests of a geocoder for OpenStreetMap data. */
export interface Geocoder {
  readonly find: (query: PlaceQuery) => Promise<readonly FoundPlace[]>
  /** undefined: nothing is near. */
  readonly reverse: (point: Point) => Promise<AddressParts | undefined>
}

/** Longer texts are cut. */
const LONGEST = 200

/** Place search by a geocoder whose ids contain the place: coordinates need no request. */
export const geocoderPlaces = (service: OutsideService, { find, reverse }: Geocoder): PlaceSearch => {
  const address = async (point: Point): Promise<string> => {
    checkPoint(point)
    // Rounded to about 10 m, so that a phone that does not move asks once.
    const rounded = { lat: Number(point.lat.toFixed(4)), lng: Number(point.lng.toFixed(4)) }
    return service.cached('address', rounded, async () => {
      const parts = await reverse(point)
      const { main, secondary } = linesOf(parts ?? {})
      if (main === '') throw new MapsError('NOT_FOUND', 'No address is known here.')
      return textOf(main, secondary)
    })
  }
  return {
    autocomplete: async (query) => {
      const keyword = query.keyword.trim().slice(0, LONGEST)
      if (keyword === '') return []
      const near = query.near && { lat: Number(query.near.lat.toFixed(2)), lng: Number(query.near.lng.toFixed(2)) }
      const asked: PlaceQuery = {
        keyword,
        ...(query.country ? { country: query.country.toUpperCase() } : {}),
        ...(near ? { near } : {}),
        ...(query.language ? { language: query.language } : {}),
      }
      return service.cached('search', asked, async () => suggestionsOf(keyword, await find(asked)))
    },
    coords: async (placeId) => {
      const place = placeOf(placeId)
      if (place === undefined) throw new MapsError('BAD_INPUT', 'This place id is not known.')
      return place
    },
    address,
    locate: async (point) => ({ address: await address(point), road: null }),
  }
}
