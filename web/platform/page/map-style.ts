import { useComputedColorScheme } from '@mantine/core'
import { useSettings } from '../api/settings.ts'

const somewhere = { lat: 0, lng: 0 }

/** Style URL, theme and initial centre of every map. */
export const useMapStyle = () => {
  const dark = useComputedColorScheme('light') === 'dark'
  const center = useSettings()?.map.center ?? somewhere
  return { dark, center, styleUrl: dark ? '/maps/style-dark.json' : '/maps/style-light.json' }
}
