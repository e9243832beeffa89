import { findPlaces, placeNear, type EmulatedPlace } from './emulated-city.ts'
import { emulateService, type EmulatedReply, type ServiceEmulator } from './service-emulator.ts'

export interface PhotonEmulator extends ServiceEmulator {
  /** Version 0.3 supports neither `countrycode` nor languages other than en, de, fr and it, and refuses both. */
  old: boolean
}

const refuse = (message: string): EmulatedReply => ({ status: 400, json: { message } })
const common = ['limit', 'lang', 'lat', 'lon']
const known = { '/api': ['q', 'zoom', 'location_bias_scale', 'bbox', 'countrycode', 'layer', 'osm_tag', 'dedupe'], '/reverse': ['radius', 'layer', 'osm_tag', 'dedupe'] } // prettier-ignore

const featureOf = ({ lat, lng, ...place }: EmulatedPlace, i: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: {
    osm_type: 'N',
    osm_id: 100 + i,
    osm_key: place.name === undefined ? (place.housenumber === undefined ? 'highway' : 'place') : 'amenity',
    osm_value: 'yes',
    // a street has its name as the name
    ...(place.name === undefined && place.housenumber === undefined
      ? { name: place.street, district: place.district }
      : place),
    city: 'Montevideo',
    state: 'Montevideo',
    country: 'Uruguay',
    countrycode: 'UY',
  },
})

/** Photon as docs/api-v1.md of komoot/photon describes search and reverse. */
export const emulatePhoton = async (): Promise<PhotonEmulator> => {
  const emulator = { old: false }
  const service = await emulateService(({ path, query }) => {
    if (path !== '/api' && path !== '/reverse') return { status: 404, json: { message: 'Not found' } }
    const allowed = [...common, ...known[path]].filter((name) => !emulator.old || name !== 'countrycode')
    for (const name of query.keys()) if (!allowed.includes(name)) return refuse(`unknown query parameter '${name}'`)
    if (!'default, en, de, fr, it'.split(', ').includes(query.get('lang') ?? 'default'))
      return refuse('Language is not supported. Supported are: default, en, de, fr, it')
    const point = { lat: Number(query.get('lat')), lng: Number(query.get('lon')) }
    if (path === '/reverse') {
      if (!query.has('lat') || !query.has('lon')) return refuse("missing search term 'lat' and/or 'lon'")
      const place = placeNear(point)
      return {
        status: 200,
        json: { type: 'FeatureCollection', features: place === undefined ? [] : [featureOf(place, 0)] },
      }
    }
    if (!query.get('q')) return refuse("missing search term 'q'")
    const country = query.get('countrycode')
    const found = country !== null && country.toUpperCase() !== 'UY' ? [] : findPlaces(query.get('q') ?? '')
    const features = found.slice(0, Number(query.get('limit') ?? 15)).map(featureOf)
    return { status: 200, json: { type: 'FeatureCollection', features } }
  })
  return Object.assign(emulator, service)
}
