import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { backofficeCalls } from '@remis/domain/backoffice/backoffice-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { plainCall } from './plain-call.ts'

export const settingsQuery = queryOptions<PublicSettings>({
  queryKey: ['settings'],
  staleTime: 5 * 60_000,
  queryFn: () => plainCall(backofficeCalls.settings, {}),
})

/** The settings every page may read; undefined until they are here. */
export const useSettings = (): PublicSettings | undefined => useQuery(settingsQuery).data
