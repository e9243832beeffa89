import type { LatLng } from '@remis/domain/kit/distance'
import { VisuallyHidden } from '@mantine/core'
import { Marker } from 'react-map-gl/maplibre'
import type { MapPin } from './map-props.ts'
import classes from './map.module.css'

/** ● pickup and ■ drop, as in the booking form. */
export const Pins = ({ pins, pulse }: { pins: readonly MapPin[]; pulse: LatLng | null }) => (
  <>
    {pulse && (
      <Marker longitude={pulse.lng} latitude={pulse.lat} className={classes.still ?? ''}>
        <span className={classes.pulse} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      </Marker>
    )}
    {pins.map((pin) => (
      <Marker key={pin.id} longitude={pin.at.lng} latitude={pin.at.lat} className={classes.still ?? ''}>
        <span className={classes[pin.kind]}>
          <VisuallyHidden>{pin.label}</VisuallyHidden>
        </span>
      </Marker>
    ))}
  </>
)
