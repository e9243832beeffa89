import type { LatLng } from '@remis/domain/kit/distance'
import { Marker } from 'react-map-gl/maplibre'
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
    {pins.map((pin) => (
      <Marker key={pin.id} longitude={pin.at.lng} latitude={pin.at.lat} className={classes.still ?? ''}>
        <PinMark pin={pin} />
      </Marker>
    ))}
  </>
)
