import type { Suggestion } from '@remis/domain/places/places-api'

/** A chosen place: coordinates and address. */
export interface Place {
  readonly lat: number
  readonly lng: number
  readonly add: string
  /** of the suggestion it was chosen from: proof that the text is the map's */
  readonly place_id?: string
}

/** Within about 10 m. */
export const samePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.lat - b.lat) < 1e-4 && Math.abs(a.lng - b.lng) < 1e-4

export type PlaceOption =
  | { readonly kind: 'chosen' | 'saved'; readonly id: string; readonly place: Place }
  | { readonly kind: 'suggested'; readonly id: string; readonly suggestion: Suggestion }

/**
 * Options of the list: saved addresses first, then suggestions; the chosen place stays in the list while nothing is
 * typed [landing-14]. No duplicates.
 */
export const placeOptions = (
  value: Place | null,
  typed: string,
  saved: readonly Place[],
  suggestions: readonly Suggestion[],
): PlaceOption[] => {
  const chosen = value !== null && typed === '' ? [value] : []
  const others = saved.filter((place) => !chosen.some((one) => samePlace(one, place)))
  return [
    ...chosen.map((place) => ({ kind: 'chosen' as const, id: 'chosen', place })),
    ...others.map((place) => ({ kind: 'saved' as const, id: `saved ${place.lat} ${place.lng} ${place.add}`, place })),
    ...suggestions
      .filter(({ description }) => !others.some((place) => place.add === description))
      .map((suggestion) => ({ kind: 'suggested' as const, id: suggestion.place_id, suggestion })),
  ]
}
