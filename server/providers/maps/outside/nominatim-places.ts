import { z } from 'zod'
import type { PlaceQuery, PlaceSearch } from '../maps-provider.ts'
import { geocoderPlaces, type FoundPlace } from './geocoder-places.ts'
import { refusedWith, type OutsideReply, type OutsideService } from './outside-service.ts'

const degrees = z.string().regex(/^-?\d+(\.\d+)?$/).transform(Number) // prettier-ignore
const place = z.object({
  // jsonv2 has coordinates as texts
  lat: degrees,
  lon: degrees,
  name: z.string().optional(),
  display_name: z.string(),
  category: z.string().optional(),
  address: z.record(z.string(), z.string()).optional(),
})
const refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** Degrees around `near` that are preferred: about 30 km. */
const NEAR = 0.3

const placeOf = ({
  lat,
  lon,
  name,
  display_name: whole,
  category,
  address = {},
}: z.output<typeof place>): FoundPlace => {
  const first = (...kinds: string[]) => kinds.map((kind) => address[kind]).find((part) => part !== undefined)
  const street = first('road', 'pedestrian', 'footway', 'square')
  const own = name !== undefined && name !== '' && category !== 'highway' && name !== street ? name : undefined
  return {
    at: { lat, lng: lon },
    parts: {
      // Older servers send no name; display_name begins with it.
      name: own ?? (street === undefined ? whole.split(',')[0] : undefined),
      street,
      housenumber: address['house_number'],
      district: first('suburb', 'city_district', 'borough', 'neighbourhood', 'quarter'),
      city: first('city', 'town', 'village', 'municipality', 'hamlet'),
      state: first('state', 'county'),
    },
  }
}

const readAs = <T>({ status, json }: OutsideReply, schema: z.ZodType<T>): T => {
  if (status >= 400) throw refusedWith(status, `Nominatim refuses the request: ${status}.`)
  return schema.parse(json)
}

/**
 * Nominatim over HTTP, `format=jsonv2`. A server of the operator's: the public one forbids search while typing, so its
 * address is refused at start [design/maps-84].
 */
export const nominatimPlaces = (service: OutsideService): PlaceSearch => {
  const usual = { format: 'jsonv2', addressdetails: 1 }

  const find = ({ keyword, country, near, language }: PlaceQuery): Promise<readonly FoundPlace[]> =>
    service.ask(
      {
        path: '/search',
        query: {
          ...usual,
          q: keyword,
          limit: 8,
          countrycodes: country?.toLowerCase(),
          viewbox: near && [near.lng - NEAR, near.lat - NEAR, near.lng + NEAR, near.lat + NEAR].join(','),
          'accept-language': language,
        },
      },
      (reply) => readAs(reply, z.array(place)).map(placeOf),
    )

  return geocoderPlaces(service, {
    find,
    reverse: ({ lat, lng }) =>
      service.ask({ path: '/reverse', query: { ...usual, lat, lon: lng, zoom: 18 } }, (reply) => {
        const failed = refusal.safeParse(reply.json)
        // "Unable to geocode": nothing is near, with status 200
        if (reply.status < 400 && failed.success) return undefined
        return placeOf(readAs(reply, place)).parts
      }),
  })
}
