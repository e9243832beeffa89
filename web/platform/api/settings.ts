import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { backofficeCalls } from '@remis/domain/backoffice/backoffice-routes'
import { variants, type Variant } from '@remis/domain/booking/variant'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { prerenderedSettings, readPageData, useHydrating } from '../page/hydration.ts'
import { plainCall } from './plain-call.ts'

/** Parts of a page wait for settings that could not be read: they are asked for this often, ms [design/web-153]. */
const askedAgainAfter = 15_000

export const settingsQuery = queryOptions<PublicSettings>({
  queryKey: ['settings'],
  staleTime: 5 * 60_000,
  refetchInterval: ({ state }) => (state.data === undefined && state.status === 'error' ? askedAgainAfter : false),
  queryFn: () => plainCall(backofficeCalls.settings, {}),
})

/** In the prerender the server's places for name and address. */
const places = { appName: '{{appName}}', email: '{{email}}' }

/** The settings could not be loaded; the page goes on without them. */
export const useSettingsFailed = (): boolean => {
  const { data, errorUpdateCount } = useQuery(settingsQuery)
  // also while they are asked for again
  return data === undefined && errorUpdateCount > 0
}

/** The settings every page may read; undefined before they are loaded. */
export const useSettings = (): PublicSettings | undefined => {
  const { data } = useQuery(settingsQuery)
  const hydrating = useHydrating()
  const [prerendered] = useState(() => (hydrating ? prerenderedSettings(readPageData() ?? places) : undefined))
  return hydrating ? prerendered : data
}

/** What this installation carries: rides until the settings are loaded. */
export const useVariant = (): Variant => variants[useSettings()?.appcat ?? 'taxi']
