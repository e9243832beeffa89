import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MapsError, type PlaceSearch, type Point } from '../maps-provider.ts'
import { checkPoint, isPoint } from '../check-points.ts'
import { googlePrices, type AskGoogle } from './google-api.ts'
import { readAnswer } from './read-answer.ts'

/** What a place id of Google's search holds. */
export interface GooglePlace {
  readonly id: string
  /** the session of the suggestion, which the call for the coordinates ends */
  readonly session: string
  readonly label: string
}

export interface GoogleSearchDeps {
  readonly ask: AskGoogle
  /** Biases a search that has no place near it. */
  readonly center: () => Point
  readonly seal: (place: GooglePlace) => string
  /** @throws MapsError BAD_INPUT for an id that was not sealed here */
  readonly unseal: (placeId: string) => GooglePlace
}

/** Suggestions farther away than this from `near` are not preferred, metres; the largest circle that Google takes. */
const NEAR_METRES = 50_000

const text = z.object({
  text: z.string(),
  matches: z.array(z.object({ startOffset: z.int().default(0), endOffset: z.int() })).default([]),
})
const predictions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string().min(1),
            text,
            structuredFormat: z.object({ mainText: text, secondaryText: text.optional() }),
          })
          .optional(),
      }),
    )
    .default([]),
})
const degrees = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
const details = z.object({ location: degrees })
const addresses = z.object({
  results: z
    .array(z.object({ formattedAddress: z.string().min(1), types: z.array(z.string()).default([]) }))
    .default([]),
})

/**
 * Places (New) and Geocoding behind the port [design/maps-91]. Suggestions of one typing session share a session token,
 * which the call for the coordinates ends; without a session from the caller each search starts a new one.
 */
export const googleSearch = ({ ask, center, seal, unseal }: GoogleSearchDeps): PlaceSearch => {
  const addressOf = async (point: Point, language?: string): Promise<string> => {
    checkPoint(point)
    const answer = await ask({
      api: 'geocoding',
      path: `/v4/geocode/location/${written(point)}`,
      query: language ? { languageCode: language } : {},
      fieldMask: 'results.formattedAddress,results.types',
      cost: googlePrices.geocoding,
    })
    // Where no street is near, Google's first result is a plus code, which is not an address.
    const found = readAnswer(addresses, answer, 'results').results.find(({ types }) => !types.includes('plus_code'))
    if (found === undefined) throw new MapsError('NOT_FOUND', 'Google has no address here.')
    return found.formattedAddress
  }
  return {
    autocomplete: async ({ keyword, country, near, language, session = randomUUID() }) => {
      // Google refuses an empty text.
      if (keyword.trim() === '') return []
      const answer = await ask({
        api: 'places',
        path: '/v1/places:autocomplete',
        body: {
          input: keyword,
          sessionToken: session,
          ...(country ? { includedRegionCodes: [country.toLowerCase()] } : {}),
          ...(language ? { languageCode: language } : {}),
          locationBias: circleOf(near && isPoint(near) ? near : center()),
        },
        cost: googlePrices.autocomplete,
      })
      return readAnswer(predictions, answer, 'suggestions').suggestions.flatMap(({ placePrediction: found }) => {
        if (found === undefined) return []
        const { mainText, secondaryText } = found.structuredFormat
        return [
          {
            description: found.text.text,
            place_id: seal({ id: found.placeId, session, label: found.text.text }),
            structured_formatting: {
              main_text: mainText.text,
              main_text_matched_substrings: matchedIn(mainText),
              secondary_text: secondaryText?.text ?? '',
            },
          },
        ]
      })
    },
    coords: async (placeId) => {
      const { id, session, label } = unseal(placeId)
      const answer = await ask({
        api: 'places',
        path: `/v1/places/${encodeURIComponent(id)}`,
        query: { sessionToken: session },
        fieldMask: 'location',
        cost: googlePrices.placeDetails,
      })
      const { latitude: lat, longitude: lng } = readAnswer(details, answer).location
      return { lat, lng, label }
    },
    address: addressOf,
    locate: async (point, language) => ({ address: await addressOf(point, language), road: null }),
  }
}

/** Fixed decimals, since String() writes small numbers as 1e-7. Seven decimals are about a centimetre. */
const written = ({ lat, lng }: Point): string => `${lat.toFixed(7)},${lng.toFixed(7)}`

const circleOf = ({ lat, lng }: Point) => ({
  circle: { center: { latitude: lat, longitude: lng }, radius: NEAR_METRES },
})

/** Google counts characters, the port UTF-16 units. */
const matchedIn = ({ text: whole, matches }: z.output<typeof text>): { offset: number; length: number }[] => {
  const characters = Array.from(whole)
  const unitsTo = (character: number): number => characters.slice(0, character).join('').length
  return matches.map(({ startOffset, endOffset }) => ({
    offset: unitsTo(startOffset),
    length: unitsTo(endOffset) - unitsTo(startOffset),
  }))
}
