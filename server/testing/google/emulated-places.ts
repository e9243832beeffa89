import { googlePrices } from '../../providers/maps/google/google-api.ts'
import { MapsError } from '../../providers/maps/maps-provider.ts'
import { checkMask, invalid, pointOf, Refused, type EmulatedCall, type World } from './emulated-call.ts'

/** By token: autocomplete requests that are billed, and whether a call for details ended the session. */
export type GoogleSessions = Map<string, { billed: number; ended: boolean }>

/** Requests of a session that are billed; later ones are free. */
const BILLED = 12
const MOST_SUGGESTIONS = 5

/** Places (New) and Geocoding; undefined for the path of another API. */
export const answerPlaces = async (
  world: World,
  sessions: GoogleSessions,
  call: EmulatedCall,
  charge: (price: number) => void,
): Promise<unknown> => {
  if (call.method === 'POST' && call.path === '/v1/places:autocomplete')
    return autocomplete(world, sessions, call, charge)
  const place = /^\/v1\/places\/([^/]+)$/.exec(call.path)?.[1]
  if (call.method === 'GET' && place !== undefined) return details(world, sessions, call, place, charge)
  const at = /^\/v4\/geocode\/location\/([-\d.]+),([-\d.]+)$/.exec(call.path)
  if (call.method === 'GET' && at) return reverse(world, call, at[1]!, at[2]!, charge)
  return undefined
}

const checkToken = (token: unknown): string | undefined => {
  if (token === undefined || token === null) return undefined
  if (typeof token !== 'string' || !/^[\w-]{1,36}$/.test(token)) return invalid('Invalid session token.')
  return token
}

const autocomplete = async (
  world: World,
  sessions: GoogleSessions,
  { body }: EmulatedCall,
  charge: (price: number) => void,
): Promise<unknown> => {
  const { input, includedRegionCodes = [], languageCode = 'en', locationBias } = body
  if (typeof input !== 'string' || input === '') return invalid('Autocomplete requests must have a non-empty input.')
  const countries = includedRegionCodes as string[]
  if (countries.length > 15 || countries.some((code) => !/^[a-z]{2}$/.test(code)))
    return invalid('Invalid included_region_codes.')
  const { circle } = (locationBias ?? {}) as { circle?: { center: unknown; radius?: number } }
  if (circle && !((circle.radius ?? 0) >= 0 && (circle.radius ?? 0) <= 50_000)) return invalid('Invalid circle.radius.')
  const token = checkToken(body['sessionToken'])
  const session = token === undefined ? undefined : (sessions.get(token) ?? { billed: 0, ended: false })
  if (token !== undefined && session !== undefined) sessions.set(token, session)
  if (session === undefined || session.ended) charge(googlePrices.autocomplete)
  else if (session.billed < BILLED) session.billed++
  const found = await world.autocomplete({
    keyword: input,
    ...(countries[0] === undefined ? {} : { country: countries[0] }),
    ...(circle ? { near: pointOf(circle.center) } : {}),
  })
  // A search without results has no field at all.
  if (found.length === 0) return {}
  const country = languageCode === 'es' ? 'Uruguay (es)' : 'Uruguay'
  return {
    suggestions: found.slice(0, MOST_SUGGESTIONS).map(({ description, place_id, structured_formatting: texts }) => ({
      placePrediction: {
        place: `places/${idOf(place_id)}`,
        placeId: idOf(place_id),
        text: { text: `${description}, ${country}` },
        structuredFormat: {
          mainText: {
            text: texts.main_text,
            matches: texts.main_text_matched_substrings.map(({ offset, length }) => {
              const start = Array.from(texts.main_text.slice(0, offset)).length
              const end = Array.from(texts.main_text.slice(0, offset + length)).length
              return { ...(start === 0 ? {} : { startOffset: start }), endOffset: end }
            }),
          },
          secondaryText: { text: [texts.secondary_text, country].filter(Boolean).join(', ') },
        },
        types: ['establishment'],
      },
    })),
  }
}

const idOf = (placeId: string): string => `ChIJ${Buffer.from(placeId).toString('base64url')}`

const details = async (
  world: World,
  sessions: GoogleSessions,
  call: EmulatedCall,
  placeId: string,
  charge: (price: number) => void,
): Promise<unknown> => {
  checkMask(call)
  const session = sessions.get(checkToken(call.query.get('sessionToken')) ?? '')
  if (session) session.ended = true
  charge(googlePrices.placeDetails)
  if (!/^ChIJ[\w-]+$/.test(placeId)) return invalid(`Not a valid Place ID: ${placeId}`)
  try {
    const { lat, lng, label } = await world.coords(Buffer.from(placeId.slice(4), 'base64url').toString())
    return { id: placeId, location: { latitude: lat, longitude: lng }, formattedAddress: label }
  } catch (error) {
    if (!(error instanceof MapsError)) throw error
    throw new Refused(
      404,
      'NOT_FOUND',
      'The Place ID is no longer valid. Please refresh cached Place IDs as per https://developers.google.com/maps/documentation/places/web-service/place-id#save-id',
    )
  }
}

const reverse = async (
  world: World,
  { query }: EmulatedCall,
  latitude: string,
  longitude: string,
  charge: (price: number) => void,
): Promise<unknown> => {
  charge(googlePrices.geocoding)
  const point = pointOf({ latitude: Number(latitude), longitude: Number(longitude) })
  const code = { formattedAddress: '48Q3+2X Montevideo', types: ['plus_code'], granularity: 'GEOMETRIC_CENTER' }
  try {
    const address = await world.address(point)
    const language = query.get('languageCode')
    const formattedAddress = language === null ? address : `${address} (${language})`
    return { results: [code, { formattedAddress, types: ['street_address'], granularity: 'ROOFTOP' }] }
  } catch (error) {
    if (!(error instanceof MapsError)) throw error
    // At sea there is only the code.
    return { results: [code] }
  }
}
