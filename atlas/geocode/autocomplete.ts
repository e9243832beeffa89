import type { Sql } from '../sql.ts'
import { contextAt, written } from './context-at.ts'
import { findCorners } from './find-corners.ts'
import { findHouses } from './find-houses.ts'
import { findPlaces } from './find-places.ts'
import type { Near, Options } from './find-places.ts'
import { matchedSubstrings } from './matched-substrings.ts'
import { parseQuery } from './parse-query.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { PlaceIds, PlaceRef } from './place-id.ts'

export interface Suggestion {
  readonly description: string
  readonly place_id: string
  readonly structured_formatting: {
    readonly main_text: string
    readonly main_text_matched_substrings: { readonly offset: number; readonly length: number }[]
    readonly secondary_text: string
  }
}

interface Found {
  readonly kind: PlaceRef['kind']
  readonly main: string
  readonly context: string
  /** Degrees × 1e7 */
  readonly lat: number
  readonly lng: number
  readonly rank: number
}

const MOST = 8

/** Below this rank the best hit may be accidental: search for similar spellings too. */
const SURE = 0.9
const FEW = 2

/** Suggestions for a typed text, best first, at most 8 [design/maps-10]. Names are those of the map in any language. */
export const autocomplete = async (
  sql: Sql,
  load: string,
  ids: PlaceIds,
  keyword: string,
  near: Near | undefined,
): Promise<Suggestion[]> => {
  const query = parseQuery(keyword)
  if (query.words.length === 0) return []
  let found = await readings(sql, load, query, { near })
  if (found.length < FEW || found[0]!.rank < SURE) {
    const similar = await readings(sql, load, query, { near, similar: true })
    if (similar.length > 0) found = similar
  }
  const best = distinct(found).slice(0, MOST)
  return Promise.all(
    best.map(async ({ kind, main, context, lat, lng }) => {
      // A long street runs through many suburbs: a house or corner shows the suburb at its spot.
      const where = kind === 'house' || kind === 'corner' ? await contextAt(sql, load, { lat, lng }) : context
      const description = written(main, where)
      return {
        description,
        place_id: ids.sign({ kind, lat: lat / 1e7, lng: lng / 1e7, label: description }),
        structured_formatting: {
          main_text: main,
          main_text_matched_substrings: matchedSubstrings(main, query.words),
          secondary_text: where,
        },
      }
    }),
  )
}

/** The hits of all readings of the query, best first. */
const readings = async (sql: Sql, load: string, query: ParsedQuery, options: Options): Promise<Found[]> => {
  const [places, houses, ...corners] = await Promise.all([
    findPlaces(sql, load, query.words, options),
    query.house ? findHouses(sql, load, query.house, options) : [],
    ...query.corners.map((corner) => findCorners(sql, load, corner, options)),
  ])
  const found: Found[] = [
    ...places.map(({ kind, name, context, lat, lng, rank }) => ({ kind, main: name, context, lat, lng, rank })),
    ...houses.map(({ street, label, ...rest }) => ({ ...rest, main: label, context: street.context })),
    ...corners.flat().map(({ a, b, ...rest }) => ({
      kind: 'corner' as const,
      main: `${a.name} y ${b.name}`,
      context: a.context,
      ...rest,
    })),
  ]
  return found.sort((a, b) => b.rank - a.rank)
}

const distinct = (found: readonly Found[]): Found[] => {
  const seen = new Set<string>()
  return found.filter(({ main, context }) => {
    const key = `${main}\0${context}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
