import type { Sql } from '../sql.ts'
import { findCorners } from './find-corners.ts'
import { findHouses } from './find-houses.ts'
import { findPlaces } from './find-places.ts'
import type { Near } from './find-places.ts'
import { matchedSubstrings } from './matched-substrings.ts'
import { parseQuery } from './parse-query.ts'
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

/** Suggestions for what somebody types, best first, at most 8. Names are those of the map, whatever the language. */
export const autocomplete = async (
  sql: Sql,
  load: string,
  ids: PlaceIds,
  keyword: string,
  near: Near | undefined,
): Promise<Suggestion[]> => {
  const asked = parseQuery(keyword)
  if (asked.words.length === 0) return []
  const [places, houses, ...corners] = await Promise.all([
    findPlaces(sql, load, asked.words, { near }),
    asked.house ? findHouses(sql, load, asked.house, near) : [],
    ...asked.corners.map((corner) => findCorners(sql, load, corner, near)),
  ])
  const found: Found[] = [
    ...places.map(({ kind, name, context, lat, lng, rank }) => ({ kind, main: name, context, lat, lng, rank })),
    ...houses.map(({ street, label, lat, lng, rank }) => ({
      kind: 'house' as const,
      main: label,
      context: street.context,
      lat,
      lng,
      rank,
    })),
    ...corners
      .flat()
      .map(({ a, b, lat, lng, rank }) => ({
        kind: 'corner' as const,
        main: `${a.name} y ${b.name}`,
        context: a.context,
        lat,
        lng,
        rank,
      })),
  ]
  return distinct(found.sort((a, b) => b.rank - a.rank))
    .slice(0, MOST)
    .map(({ kind, main, context, lat, lng }) => {
      const description = context === '' ? main : `${main}, ${context}`
      return {
        description,
        place_id: ids.sign({ kind, lat: lat / 1e7, lng: lng / 1e7, label: description }),
        structured_formatting: {
          main_text: main,
          main_text_matched_substrings: matchedSubstrings(main, asked.words),
          secondary_text: context,
        },
      }
    })
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
