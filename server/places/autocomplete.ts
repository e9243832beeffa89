import type { placesApi } from '@remis/domain/places/places-api'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, type MapsDeps } from './maps-answers.ts'

export interface SearchDeps extends MapsDeps {
  readonly settings: SettingsCache
}

/**
 * searchKeyword, country → searchResults [places-6]. An empty keyword finds nothing. A stored `restrictCountry` counts,
 * whatever the call says [places-2].
 */
export const autocomplete: UseCase<SearchDeps, typeof placesApi.autocomplete> = async (app, call) => {
  const { body } = call
  const keyword = body.searchKeyword.trim()
  if (keyword === '') return { searchResults: [] }
  const { near, language, session } = body
  const country = (await app.settings.current()).restrictCountry || body.country
  const found = await callMaps(app, call, 'place', () =>
    app.maps.autocomplete({
      keyword,
      ...(country ? { country } : {}),
      ...(near ? { near } : {}),
      ...(language ? { language } : {}),
      ...(session ? { session } : {}),
    }),
  )
  return {
    searchResults: found.map(({ structured_formatting: { main_text_matched_substrings, ...texts }, ...rest }) => ({
      ...rest,
      structured_formatting: { ...texts, main_text_matched_substrings: [...main_text_matched_substrings] },
    })),
  }
}
