import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import { lineColors } from './map-colors.ts'

interface Props {
  readonly id: string
  readonly points: readonly LatLng[]
  readonly look: 'route' | 'track'
  readonly dark: boolean
  /** id of the layer that the line is drawn below; null: over all of them */
  readonly below: string | null
}

interface WalksProps extends Pick<Props, 'dark' | 'below'> {
  readonly walks: readonly (readonly LatLng[])[]
}

const round = { 'line-cap': 'round', 'line-join': 'round' } as const

/** Dotted lines from the pins to the road. */
export const Walks = ({ walks, dark, below }: WalksProps) => {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: {
        type: 'MultiLineString' as const,
        coordinates: walks.map((walk) => walk.map(({ lat, lng }) => [lng, lat])),
      },
    }),
    [walks],
  )
  if (walks.length === 0) return null
  return (
    <Source id="walks" type="geojson" data={data}>
      <Layer
        id="walks-rim"
        type="line"
        {...(below !== null && { beforeId: below })}
        layout={round}
        paint={{ 'line-width': 7, 'line-dasharray': dots(7), 'line-color': lineColors.rim[dark ? 'dark' : 'light'] }}
      />
      <Layer
        id="walks-line"
        type="line"
        {...(below !== null && { beforeId: below })}
        layout={round}
        paint={{ 'line-width': 4, 'line-dasharray': dots(4), 'line-color': lineColors.route[dark ? 'dark' : 'light'] }}
      />
    </Source>
  )
}

/** Dots every 9 pixels; MapLibre counts in widths of the line. */
const dots = (width: number): number[] => [0, 9 / width]

/** A line on the map with an outline for contrast with the streets. */
export const Line = ({ id, points, look, dark, below }: Props) => {
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
        {...(below !== null && { beforeId: below })}
        layout={round}
        paint={{ 'line-width': 9, 'line-color': lineColors.rim[dark ? 'dark' : 'light'], 'line-opacity': 0.9 }}
      />
      <Layer
        id={`${id}-line`}
        type="line"
        {...(below !== null && { beforeId: below })}
        layout={round}
        paint={{ 'line-width': 5, 'line-color': lineColors[look][dark ? 'dark' : 'light'] }}
      />
    </Source>
  )
}
