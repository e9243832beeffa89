import { z } from 'zod'
import type { PlaceQuery, PlaceSearch } from '../maps-provider.ts'
import { geocoderPlaces, type FoundPlace } from './geocoder-places.ts'
import { refusedWith, type OutsideReply, type OutsideService } from './outside-service.ts'

const text = z.string().optional()
const collection = z.object({
  features: z.array(
    z.object({
      // GeoJSON: longitude first
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
      properties: z.object({
        name: text,
        street: text,
        housenumber: text,
        district: text,
        locality: text,
        city: text,
        county: text,
        state: text,
        countrycode: text,
        osm_key: text,
      }),
    }),
  ),
})

type Feature = z.output<typeof collection>['features'][number]

/**
 * A reply is 400 for a language that the server was not built with, and for parameters that an old version does not
 * know.
 */
type Answer = { readonly features: readonly Feature[] } | 'refused'

const read = ({ status, json }: OutsideReply): Answer => {
  if (status === 400) return 'refused'
  if (status >= 400) throw refusedWith(status, `Photon refuses the request: ${status}.`)
  return collection.parse(json)
}

const placeOf = ({ geometry, properties }: Feature): FoundPlace => {
  const { name, street, housenumber, district, locality, city, county, state, osm_key: key } = properties
  const [lng, lat] = geometry.coordinates
  const isStreet = key === 'highway' && street === undefined
  return {
    at: { lat, lng },
    parts: {
      name: isStreet ? undefined : name,
      street: isStreet ? name : street,
      housenumber,
      district: district ?? locality,
      city: city ?? county,
      state,
    },
  }
}

/** Photon (komoot/photon) over HTTP. */
export const photonPlaces = (service: OutsideService): PlaceSearch => {
  const features = (path: string, query: Record<string, string | number | undefined>) =>
    service.ask({ path, query }, read)

  const find = async ({ keyword, country, near, language }: PlaceQuery): Promise<readonly FoundPlace[]> => {
    const plain = { q: keyword, limit: 8, lat: near?.lat, lon: near?.lng }
    const first = await features('/api', { ...plain, lang: language, countrycode: country })
    // An old server filters by no country, so more are asked for and filtered here.
    const found = first === 'refused' ? await features('/api', { ...plain, limit: 40 }) : first
    if (found === 'refused') throw refusedWith(400, 'Photon refuses the request: 400.')
    return found.features
      .filter(({ properties }) => country === undefined || (properties.countrycode ?? country) === country)
      .map(placeOf)
  }

  return geocoderPlaces(service, {
    find,
    reverse: async ({ lat, lng }) => {
      const found = await features('/reverse', { lat, lon: lng, limit: 1 })
      if (found === 'refused') throw refusedWith(400, 'Photon refuses the request: 400.')
      const [nearest] = found.features
      return nearest === undefined ? undefined : placeOf(nearest).parts
    },
  })
}
