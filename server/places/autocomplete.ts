import type { placesApi } from '@remis/domain/places/places-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { callMaps, type MapsDeps } from './maps-answers.ts'

/** searchKeyword, country → searchResults [places-6]. An empty keyword finds nothing. */
export const autocomplete: UseCase<MapsDeps, typeof placesApi.autocomplete> = async (app, call) => {
  const { body } = call
  const keyword = body.searchKeyword.trim()
  if (keyword === '') return { searchResults: [] }
  const { country, near, language, session } = body
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
