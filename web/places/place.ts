import { foldText } from '@remis/domain/kit/fold-text'
import type { Suggestion } from '@remis/domain/places/places-api'
import type { NamedPlace } from '@remis/domain/places/saved-addresses'
import type { PlaceSearch } from './use-place-search.ts'

/** A chosen place: coordinates and address. */
export interface Place {
  readonly lat: number
  readonly lng: number
  readonly add: string
  /** of the suggestion it was chosen from: proof that the text is the map's */
  readonly place_id?: string
}

/** A saved address; `name` is the rider's own, or the word for home or work. */
export interface SavedPlace extends Place {
  readonly name: string | null
  readonly use: NamedPlace | null
}

/** Within about 10 m. */
export const samePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.lat - b.lat) < 1e-4 && Math.abs(a.lng - b.lng) < 1e-4

/** The text has every typed word, in any order; case and marks do not count ("paysandu" finds "Paysandú"). */
export const hasWords = (text: string, typed: string): boolean =>
  foldText(typed)
    .split(/[\s,]+/)
    .every((word) => foldText(text).includes(word))

export type PlaceOption =
  | { readonly kind: 'chosen'; readonly id: string; readonly place: Place }
  | {
      readonly kind: 'saved'
      readonly id: string
      readonly place: Place
      readonly name: string | null
      readonly use: NamedPlace | null
    }
  | { readonly kind: 'suggested'; readonly id: string; readonly suggestion: Suggestion }

/**
 * Options of the list: saved addresses first, then suggestions; the chosen place stays in the list while nothing is
 * typed [landing-14]. No duplicates.
 */
export const placeOptions = (
  value: Place | null,
  typed: string,
  saved: readonly SavedPlace[],
  suggestions: readonly Suggestion[],
): PlaceOption[] => {
  const chosen = value !== null && typed === '' ? [value] : []
  const others = saved.filter((place) => !chosen.some((one) => samePlace(one, place)))
  return [
    ...chosen.map((place) => ({ kind: 'chosen' as const, id: 'chosen', place })),
    ...others.map(({ name, use, ...place }) => ({
      kind: 'saved' as const,
      id: `saved ${place.lat} ${place.lng} ${place.add}`,
      place,
      name,
      use,
    })),
    ...suggestions
      .filter(({ description }) => !others.some((place) => place.add === description))
      .map((suggestion) => ({ kind: 'suggested' as const, id: suggestion.place_id, suggestion })),
  ]
}

/** Suggestions are those of an earlier text until the answer for the typed one is there [design/web-100]. */
export const isOutdated = (option: PlaceOption | undefined, state: PlaceSearch['state']): boolean =>
  state === 'searching' && (option === undefined || option.kind === 'suggested')
