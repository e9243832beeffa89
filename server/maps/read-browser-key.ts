import type { googleMapApi } from '@remis/domain/maps/google-map-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'

/** Signed-in people get the key of Google's map where it is used [design/maps-90]; Google limits it to this site. */
export const readBrowserKey: UseCase<Platform, typeof googleMapApi.key> = async ({ config: { maps } }) => ({
  key: maps.drawing === 'google' ? (maps.google.browserKey ?? null) : null,
})
