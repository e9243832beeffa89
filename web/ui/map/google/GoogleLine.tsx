import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect } from 'react'
import { lineColors } from '../map-colors.ts'
import type { GoogleMap, GoogleMaps } from './google-types.ts'

interface Props {
  readonly maps: GoogleMaps
  readonly map: GoogleMap
  readonly points: readonly LatLng[]
  readonly look: 'route' | 'track'
  readonly dark: boolean
}

const dot = { path: 'M 0 0 0 0', strokeOpacity: 1, strokeWeight: 5 }

/** Dotted lines from the pins to the road. */
export const GoogleWalks = ({
  maps,
  map,
  walks,
  dark,
}: Pick<Props, 'maps' | 'map' | 'dark'> & { readonly walks: readonly (readonly LatLng[])[] }) => {
  useEffect(() => {
    const strokeColor = lineColors.route[dark ? 'dark' : 'light']
    const icons = [{ icon: { ...dot, strokeColor }, offset: '0', repeat: '9px' }]
    const lines = walks.map(
      (path) => new maps.Polyline({ map, path: [...path], clickable: false, strokeOpacity: 0, icons, zIndex: 2 }),
    )
    return () => {
      for (const line of lines) line.setMap(null)
    }
  }, [maps, map, walks, dark])
  return null
}

/** A line with an outline, as on the embedded map. */
export const GoogleLine = ({ maps, map, points, look, dark }: Props) => {
  useEffect(() => {
    const theme = dark ? 'dark' : 'light'
    const base = { map, path: [...points], clickable: false }
    const lines = [
      new maps.Polyline({
        ...base,
        strokeColor: lineColors.rim[theme],
        strokeOpacity: 0.9,
        strokeWeight: 9,
        zIndex: 1,
      }),
      new maps.Polyline({
        ...base,
        strokeColor: lineColors[look][theme],
        strokeOpacity: 1,
        strokeWeight: 5,
        zIndex: 2,
      }),
    ]
    return () => {
      for (const line of lines) line.setMap(null)
    }
  }, [maps, map, points, look, dark])
  return null
}
