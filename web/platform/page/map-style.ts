import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../api/settings.ts'

const somewhere = { lat: 0, lng: 0 }

/** Style URL (with labels in the language of the screen), theme and initial centre of every map. */
export const useMapStyle = () => {
  const { i18n } = useTranslation()
  const dark = useComputedColorScheme('light') === 'dark'
  const center = useSettings()?.map.center ?? somewhere
  const language = i18n.language.slice(0, 2)
  return { dark, center, styleUrl: `/maps/style-${dark ? 'dark' : 'light'}.json?lang=${language}` }
}
