import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { backofficeCalls } from '@remis/domain/backoffice/backoffice-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { prerenderedSettings, readPageData, useHydrating } from '../page/hydration.ts'
import { plainCall } from './plain-call.ts'

export const settingsQuery = queryOptions<PublicSettings>({
  queryKey: ['settings'],
  staleTime: 5 * 60_000,
  queryFn: () => plainCall(backofficeCalls.settings, {}),
})

/** In the prerender the server's places for name and address. */
const places = { appName: '{{appName}}', email: '{{email}}' }

/** The settings could not be loaded; the page goes on without them. */
export const useSettingsFailed = (): boolean => useQuery(settingsQuery).isError

/** The settings every page may read; undefined before they are loaded. */
export const useSettings = (): PublicSettings | undefined => {
  const { data } = useQuery(settingsQuery)
  const hydrating = useHydrating()
  const [prerendered] = useState(() => (hydrating ? prerenderedSettings(readPageData() ?? places) : undefined))
  return hydrating ? prerendered : data
}
