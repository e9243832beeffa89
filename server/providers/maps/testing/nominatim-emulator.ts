import { findPlaces, placeNear, type EmulatedPlace } from './emulated-city.ts'
import { emulateService, type ServiceEmulator } from './service-emulator.ts'

const placeOf = (place: EmulatedPlace, i: number) => ({
  place_id: 1000 + i,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'node',
  osm_id: 100 + i,
  lat: String(place.lat),
  lon: String(place.lng),
  category: place.name === undefined ? (place.housenumber === undefined ? 'highway' : 'place') : 'amenity',
  type: 'yes',
  place_rank: 30,
  importance: 0.1,
  name: place.name ?? (place.housenumber === undefined ? place.street : ''),
  display_name: [place.name, place.housenumber, place.street, place.district, 'Montevideo', 'Uruguay']
    .filter((part) => part !== undefined)
    .join(', '),
  address: {
    ...(place.housenumber === undefined ? {} : { house_number: place.housenumber }),
    ...(place.street === undefined ? {} : { road: place.street }),
    suburb: place.district,
    city: 'Montevideo',
    country: 'Uruguay',
    country_code: 'uy',
  },
  boundingbox: [String(place.lat), String(place.lat), String(place.lng), String(place.lng)],
})

/** Nominatim as docs/api of osm-search/Nominatim describes search and reverse in the format jsonv2. */
export const emulateNominatim = (): Promise<ServiceEmulator> =>
  emulateService(({ path, query, headers }) => {
    // The usage policy: an application names itself.
    if (!headers['user-agent']) return { status: 403, json: { error: 'no user agent' } }
    if (query.get('format') !== 'jsonv2') return { status: 200, json: '<html>' }
    if (query.get('addressdetails') !== '1')
      return { status: 400, json: { error: { code: 400, message: 'no details' } } }
    if (path === '/reverse') {
      const place = placeNear({ lat: Number(query.get('lat')), lng: Number(query.get('lon')) })
      return { status: 200, json: place === undefined ? { error: 'Unable to geocode' } : placeOf(place, 0) }
    }
    if (path !== '/search') return { status: 404, json: { error: { code: 404, message: 'Not found' } } }
    const country = query.get('countrycodes')
    const box = query.get('viewbox')?.split(',').map(Number)
    if (box !== undefined && (box.length !== 4 || box.some(Number.isNaN)))
      return { status: 400, json: { error: { code: 400, message: 'Bad parameter viewbox' } } }
    const found = country === null || country.split(',').includes('uy') ? findPlaces(query.get('q') ?? '') : []
    return { status: 200, json: found.slice(0, Number(query.get('limit') ?? 10)).map(placeOf) }
  })
