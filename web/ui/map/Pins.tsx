import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { Layer, Marker, Source } from 'react-map-gl/maplibre'
import { PIN_ROOM } from './map-images.ts'
import type { MapPin } from './map-props.ts'
import classes from './map.module.css'
import { PinMark, PulseMark } from './marks.tsx'

/** The pins of a map, and rings around a point that is searched around. */
export const Pins = ({ pins, pulse }: { pins: readonly MapPin[]; pulse: LatLng | null }) => (
  <>
    {pulse && (
      <Marker longitude={pulse.lng} latitude={pulse.lat} className={classes.still ?? ''}>
        <PulseMark />
      </Marker>
    )}
    <PinRoom pins={pins} />
    {pins.map((pin) => (
      <Marker key={pin.id} longitude={pin.at.lng} latitude={pin.at.lat} className={classes.still ?? ''}>
        <PinMark pin={pin} />
      </Marker>
    ))}
  </>
)

/** Keeps map labels away from the pins, which are page elements above the map. */
const PinRoom = ({ pins }: { pins: readonly MapPin[] }) => {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'MultiPoint' as const, coordinates: pins.map(({ at }) => [at.lng, at.lat]) },
    }),
    [pins],
  )
  if (pins.length === 0) return null
  return (
    <Source id="pin-room" type="geojson" data={data}>
      <Layer id="pin-room" type="symbol" layout={{ 'icon-image': PIN_ROOM, 'icon-allow-overlap': true }} />
    </Source>
  )
}
