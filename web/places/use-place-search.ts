import { useEffect, useState } from 'react'
import { useLanguage } from '../platform/i18n.ts'
import type { KnownPlace } from '@remis/domain/people/riders-api'
import type { Suggestion } from '@remis/domain/places/places-api'
import { placesCalls, savedAddressesCalls } from '@remis/domain/places/places-routes'
import { languageOnly } from '@remis/domain/texts/languages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { useSession } from '../platform/api/session.ts'
import { keyOf } from '../platform/show-message.ts'
import { useSettings } from '../platform/api/settings.ts'
import type { NamedPlace } from '@remis/domain/places/saved-addresses'
import { hasWords, type Place, type SavedPlace } from './place.ts'

/** Debounce of the search; it is limited to the country in restrictCountry [places-2]. */
export const searchDelayMs = 200
const shortest = 2

export interface PlaceSearch {
  readonly suggestions: readonly Suggestion[]
  /** what the suggestions are for */
  readonly keyword: string
  readonly state: 'idle' | 'searching' | 'found' | 'failed'
  /** reason of a failure that has a specific text */
  readonly fault: 'no_user_token' | null
}

/** `session` is the same while one place is typed: some services bill by it. */
export const usePlaceSearch = (typed: string, near: Place | null, session: string): PlaceSearch => {
  const keyword = useSettled(typed.trim(), searchDelayMs)
  const country = useSettings()?.restrictCountry || null
  const language = languageOnly(useLanguage().current.langLocale)
  const enabled = keyword.length >= shortest && typed.trim().length >= shortest
  const { data, error, isError, isPlaceholderData, isPending } = useQuery({
    queryKey: ['places', keyword, country, near?.lat, near?.lng, language],
    enabled,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const bias = near === null ? {} : { near: { lat: near.lat, lng: near.lng } }
      const body = { searchKeyword: keyword, country, language, session, ...bias }
      return (await call(placesCalls.autocomplete, { body })).searchResults
    },
  })
  const state = searchState(typed, keyword, { isError, isPending: isPending || isPlaceholderData })
  const suggestions = enabled ? (data ?? []) : []
  return { suggestions, keyword, state, fault: keyOf(error) === 'no_user_token' ? 'no_user_token' : null }
}

/** Searching until the answer for the typed text is there, also before its search is sent. */
export const searchState = (
  typed: string,
  keyword: string,
  { isError, isPending }: { readonly isError: boolean; readonly isPending: boolean },
): PlaceSearch['state'] => {
  const wanted = typed.trim()
  if (wanted.length < shortest) return 'idle'
  if (keyword !== wanted || isPending) return 'searching'
  return isError ? 'failed' : 'found'
}

/** The value, debounced. */
const useSettled = (value: string, ms: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/**
 * A rider's saved addresses with the typed words in text or name: home and work, then the most used; empty for other
 * roles, or the addresses of `known` [people-21]. `nameOf`: the reader's word for home and work.
 */
export const useSavedPlaces = (
  typed: string,
  nameOf: (place: NamedPlace) => string,
  known?: readonly KnownPlace[],
): readonly SavedPlace[] => {
  const rider = useSession().user?.usertype === 'rider'
  const { data } = useQuery({
    queryKey: ['saved-addresses'],
    enabled: rider,
    queryFn: async () => (await call(savedAddressesCalls.list, {})).rows,
  })
  const wanted = typed.trim()
  return (known ?? data ?? [])
    .map(({ description, lat, lng, name, place }) => ({
      add: description,
      lat,
      lng,
      name: name ?? (place === null ? null : nameOf(place)),
      use: place,
    }))
    .filter(({ add, name }) => hasWords(`${name ?? ''} ${add}`, wanted))
    .slice(0, wanted === '' ? (known === undefined ? 5 : 8) : 3)
}
