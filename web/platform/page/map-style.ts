import { useComputedColorScheme } from '@mantine/core'
import { googleMapCalls } from '@remis/domain/maps/google-map-routes'
import { languageOnly } from '@remis/domain/texts/languages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoogleDrawing } from '../../ui/map/map-props.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { useSettings, useSettingsFailed } from '../api/settings.ts'

const somewhere = { lat: 0, lng: 0 }

/** Style URL (with labels in the language of the screen), theme, initial centre and drawing service of every map. */
export const useMapStyle = () => {
  const { i18n } = useTranslation()
  const dark = useComputedColorScheme('light') === 'dark'
  const center = useSettings()?.map.center ?? somewhere
  const language = languageOnly(i18n.language)
  const google = useGoogleDrawing(i18n.language)
  return { dark, center, styleUrl: `/maps/style-${dark ? 'dark' : 'light'}.json?lang=${language}`, google }
}

/** What Google's map needs, where it is used. People who are not signed in get no key [design/maps-90]. */
const useGoogleDrawing = (language: string): GoogleDrawing | undefined => {
  const settings = useSettings()
  const used = settings?.map.google ?? null
  const { state } = useSession()
  const { data, isError } = useQuery({
    queryKey: ['google-map-key'],
    enabled: used !== null && state === 'signed-in',
    staleTime: Infinity,
    queryFn: () => call(googleMapCalls.key, {}),
  })
  const settingsFailed = useSettingsFailed()
  // Before the settings are loaded nothing is drawn: it could be the wrong map. Without them it is the embedded one.
  const orEmbedded = settings === undefined && !settingsFailed ? false : used?.orEmbedded
  const region = settings?.restrictCountry ?? ''
  const key = settings !== undefined && (state === 'signed-out' || isError) ? null : data?.key
  return useMemo(
    () => (orEmbedded === undefined ? undefined : { key, language, region, orEmbedded }),
    [orEmbedded, key, language, region],
  )
}
