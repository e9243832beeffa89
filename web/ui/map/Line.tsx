import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'

interface Props {
  readonly id: string
  readonly points: readonly LatLng[]
  readonly look: 'route' | 'track'
  readonly dark: boolean
}

const colors = {
  route: { light: '#1b5dc2', dark: '#74a9ff' },
  track: { light: '#0b7a5b', dark: '#2bc79a' },
}
const round = { 'line-cap': 'round', 'line-join': 'round' } as const

/** A line on the map with an outline for contrast with the streets. */
export const Line = ({ id, points, look, dark }: Props) => {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: points.map(({ lat, lng }) => [lng, lat]) },
    }),
    [points],
  )
  if (points.length < 2) return null
  return (
    <Source id={id} type="geojson" data={data}>
      <Layer
        id={`${id}-rim`}
        type="line"
        layout={round}
        paint={{ 'line-width': 9, 'line-color': dark ? '#0e1420' : '#ffffff', 'line-opacity': 0.9 }}
      />
      <Layer
        id={`${id}-line`}
        type="line"
        layout={round}
        paint={{ 'line-width': 5, 'line-color': colors[look][dark ? 'dark' : 'light'] }}
      />
    </Source>
  )
}
