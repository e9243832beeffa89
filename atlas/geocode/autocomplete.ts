import { metresBetween } from '../graph/geodesy.ts'
import type { Sql } from '../sql.ts'
import { written } from './find/around.ts'
import { meaningsOf } from './find/correct-words.ts'
import { findCorners } from './find/find-corners.ts'
import { housesOf, housesOn, streetsFor } from './find/find-houses.ts'
import { findPlaces, findSimilar, isBrief, isShort, SAME_NAME, strongOf } from './find/find-places.ts'
import type { Lookup, Near, Ranked, SearchOptions } from './find/find-places.ts'
import { cornerJoiner, neutralWords } from './find/region-words.ts'
import type { SearchRegion } from './find/region-words.ts'
import type { PlaceIds, PlaceRef } from './place-id.ts'
import { askedCategories } from './words/categories.ts'
import { matchedSubstrings } from './words/matched-substrings.ts'
import { normalise, plain } from './words/normalise.ts'
import { parseQuery } from './words/parse-query.ts'
import type { ParsedQuery } from './words/parse-query.ts'
import { mayMean } from './words/spellings.ts'

export interface Suggestion {
  readonly description: string
  readonly place_id: string
  readonly structured_formatting: {
    readonly main_text: string
    readonly main_text_matched_substrings: { readonly offset: number; readonly length: number }[]
    readonly secondary_text: string
  }
  /** The house number is not on the map: the spot is estimated from the numbers beside it, or another house. */
  readonly approximate?: true
}

interface Found {
  readonly kind: PlaceRef['kind']
  readonly main: string
  readonly context: string
  /** Degrees × 1e7 */
  readonly lat: number
  readonly lng: number
  readonly rank: number
  readonly approximate?: boolean
}

const MOST = 8

/** Below this rank the best hit may be accidental: other spellings are searched too. */
const SURE = 1
/** From this rank, a street without the number counts as the match: the number is not on the map, or not typed yet. */
const SURE_STREET = 1.3
const FEW = 2
/** A house with the searched number is among the first few, behind the place of the name before the address. */
const SHOWN_FIRST = 3
/** A hit this far behind the best one only shares letters with what was typed. */
const FARTHEST_BEHIND = 1
/** Two places that read the same are shown both when they are farther apart: parts of one street are not. Metres. */
const APART = 200
/** A place this near to the house of the line has the line's address. Metres. */
const AT_ADDRESS = 300
const ABOVE = 0.05
/** "bar" is not the Turkish "gar" misspelt. */
const SHORTEST_KIND = 4

export interface Searcher {
  readonly sql: Sql
  readonly load: string
  readonly ids: PlaceIds
  readonly region: SearchRegion & { readonly center: Near }
}

export interface Wanted {
  readonly near: Near | undefined
  /** Other places are left out. Degrees × 1e7. */
  readonly isWanted: (place: { readonly lat: number; readonly lng: number }) => boolean
}

/**
 * Suggestions for a typed or pasted text, best first, at most 8 [design/maps-10]. Names are those of the map in any
 * language. Where the words as typed find little, words of the map that differ by a letter or two are tried, and last
 * names that look similar.
 */
export const autocomplete = async (
  searcher: Searcher,
  keyword: string,
  { near, isWanted }: Wanted,
): Promise<Suggestion[]> => {
  const neutral = neutralWords(searcher.region)
  const query = parseQuery(keyword, neutral)
  if (query.words.length === 0) return []
  const options = { near, center: searcher.region.center, neutral }
  const wanted = async (found: Promise<Found[]>): Promise<Found[]> => (await found).filter(isWanted)
  let found = await wanted(hits(searcher, query, options))
  const wantsHouse = query.readings.some(({ house }) => house !== undefined)
  const hasHouse = (): boolean => found.slice(0, SHOWN_FIRST).some(({ kind }) => kind === 'house' || kind === 'corner')
  const unsure = (): boolean =>
    found.length < FEW || found[0]!.rank < SURE || (found[0]!.rank < SURE_STREET && wantsHouse && !hasHouse())
  if (unsure() || isShortSlip(query.words, found)) {
    const meanings = await meaningsOf(searcher.sql, searcher.load, query.words)
    const respelt = withMisspeltKinds(query)
    if (meanings.size > 0 || respelt !== query || isBrief(query.words))
      found = merged(found, await wanted(hits(searcher, respelt, { ...options, meanings, wide: true })))
  }
  // The most expensive search: only for a single name with no hits or poor hits, not for a line with surroundings.
  const isLine = query.readings.some(({ around }) => around.length > 0)
  if (found.length === 0 || (!isLine && found[0]!.rank < SURE))
    found = merged(found, await wanted(similarHits(searcher, query, options)))
  const least = (found[0]?.rank ?? 0) - FARTHEST_BEHIND
  return distinct(found.filter(({ rank }) => rank >= least))
    .slice(0, MOST)
    .map(({ kind, main, context, lat, lng, approximate }) => {
      const description = written(main, context)
      return {
        description,
        place_id: searcher.ids.sign({ kind, lat: lat / 1e7, lng: lng / 1e7, label: description }),
        structured_formatting: {
          main_text: main,
          main_text_matched_substrings: matchedSubstrings(main, query.words),
          secondary_text: context,
        },
        ...(approximate ? { approximate } : {}),
      }
    })
}

/**
 * "la pas": whether all words are short and no hit contains them as typed, although "pas" begins words of many names
 * ("Paso de la Arena").
 */
const isShortSlip = (words: readonly string[], found: readonly Found[]): boolean =>
  words.length > 1 &&
  strongOf(words).every(isShort) &&
  !found.some(({ main }) => ` ${plain(main)}`.includes(` ${words.join(' ')}`))

/**
 * The query with the kinds of places that its words may mean: "aiport", "hosptial". The same object when there are
 * none.
 */
const withMisspeltKinds = (query: ParsedQuery): ParsedQuery => {
  const isSame = (typed: string, word: string): boolean =>
    typed === word || (typed.length >= SHORTEST_KIND && mayMean(typed, word))
  const readings = query.readings.map((reading) => ({ ...reading, categories: askedCategories(reading.words, isSame) }))
  const more = readings.some(({ categories }, i) => categories.length > query.readings[i]!.categories.length)
  return more ? { ...query, readings } : query
}

/**
 * The hits of all readings of the query, best first: names in one round trip, then numbers and corners of the streets
 * found.
 */
const hits = async (searcher: Searcher, query: ParsedQuery, options: SearchOptions): Promise<Found[]> => {
  const { sql, load } = searcher
  const halves = query.corners.flatMap(({ a, b, around }): Lookup[] =>
    [a, b].map((words) => ({
      reading: { words, categories: [], around, aside: [], penalty: 0, later: false },
      streetsOnly: true,
    })),
  )
  const readings = query.readings.map((reading): Lookup => ({ reading, streetsOnly: reading.house !== undefined }))
  const found = await findPlaces(sql, load, [...readings, ...halves], options)
  const ofReading = (i: number): readonly Ranked[] => found[i]!
  const withHouse = query.readings.flatMap((reading, i) =>
    reading.house ? [{ asked: reading.house, streets: streetsFor(ofReading(i)) }] : [],
  )
  const corners = query.corners.map((_, i) =>
    findCorners(sql, load, ofReading(readings.length + 2 * i), ofReading(readings.length + 2 * i + 1)),
  )
  const [numbers, ...meeting] = await Promise.all([
    housesOf(sql, load, [...new Set(withHouse.flatMap(({ streets }) => streets.map(({ id }) => id)))]),
    ...corners,
  ])
  const joiner = cornerJoiner(searcher.region)
  const houses = withHouse.flatMap(({ asked, streets }) =>
    housesOn(streets, numbers, asked).map(({ street, label, ...rest }) => ({
      ...rest,
      main: label === '' ? street.name : `${street.name} ${label}`,
    })),
  )
  const places = query.readings.flatMap((reading, i) => {
    if (reading.house) return []
    return reading.later ? ofReading(i).map(placeHit) : atTheirAddress(ofReading(i), houses)
  })
  return [
    ...places,
    ...houses,
    ...meeting
      .flat()
      .map(({ a, b, ...rest }) => ({ ...rest, kind: 'corner' as const, main: `${a.name}${joiner}${b.name}` })),
  ].sort((a, b) => b.rank - a.rank)
}

/**
 * "Hospital Maciel, 25 de Mayo 174": ranks a place with the name at the start of the line above its address, and the
 * branch at this address above the other branches.
 */
const atTheirAddress = (places: readonly Ranked[], houses: readonly Found[]): Found[] =>
  places.map((place) => {
    const hit = placeHit(place)
    if (place.kind !== 'poi' || place.text < SAME_NAME) return hit
    // A bus stop has the name of the street of the house.
    const own = normalise(place.name)
    const ranks = houses
      .filter(({ kind, main }) => kind === 'house' && !normalise(main).startsWith(own))
      .filter(({ lat, lng }) => metresBetween(place.lat, place.lng, lat, lng) < AT_ADDRESS)
      .map(({ rank }) => rank + ABOVE)
    return { ...hit, rank: Math.max(hit.rank, ...ranks) }
  })

const similarHits = async ({ sql, load }: Searcher, query: ParsedQuery, options: SearchOptions): Promise<Found[]> => {
  const house = query.readings.find((reading) => reading.house)
  const name = query.readings.find((reading) => !reading.house)
  const [places, streets] = await Promise.all([
    name ? findSimilar(sql, load, { reading: name }, options) : [],
    house ? findSimilar(sql, load, { reading: house, streetsOnly: true }, options).then(streetsFor) : [],
  ])
  const numbers = await housesOf(sql, load, streets.map(({ id }) => id)) // prettier-ignore
  const houses = house ? housesOn(streets, numbers, house.house!) : []
  return [
    ...places.map(placeHit),
    ...houses.map(({ street, label, ...rest }) => ({
      ...rest,
      main: label === '' ? street.name : `${street.name} ${label}`,
    })),
  ]
}

const placeHit = ({ kind, name, context, lat, lng, rank }: Ranked): Found => ({
  kind,
  main: name,
  context,
  lat,
  lng,
  rank,
})

const merged = (a: readonly Found[], b: readonly Found[]): Found[] => [...a, ...b].sort((x, y) => y.rank - x.rank)

/** Each text once, unless the places are apart: then they are two, and both can be chosen. */
const distinct = (found: readonly Found[]): Found[] => {
  const seen = new Map<string, Found[]>()
  return found.filter((hit) => {
    const key = `${hit.main}\0${hit.context}`
    const same = seen.get(key) ?? []
    if (same.some((other) => metresBetween(other.lat, other.lng, hit.lat, hit.lng) < APART)) return false
    seen.set(key, [...same, hit])
    return true
  })
}
