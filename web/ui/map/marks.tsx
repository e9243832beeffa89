import { VisuallyHidden } from '@mantine/core'
import { vehicleShapes } from './fleet/vehicle-shapes.ts'
import type { MapCar, MapPin } from './map-props.ts'
import classes from './map.module.css'

/** ● pickup and ■ drop, as in the booking form. */
export const PinMark = ({ pin }: { pin: MapPin }) => (
  <span className={classes[pin.kind]}>
    <VisuallyHidden>{pin.label}</VisuallyHidden>
  </span>
)

/** Rings around a point that is searched around. */
export const PulseMark = () => (
  <span className={classes.pulse} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)

/** A vehicle from above, its front up, in its shape of the office's map [design/dashboard-10]. */
export const CarMark = ({ car: { shape = 'car', ...car } }: { car: MapCar }) => (
  <span className={classes.car} data-shape={shape} data-stale={car.stale || undefined}>
    <VisuallyHidden>{car.label}</VisuallyHidden>
    <svg viewBox="0 0 28 28" width="48" height="48" aria-hidden="true">
      <path className={classes.body} d={vehicleShapes[shape].path} fillRule="evenodd" />
    </svg>
  </span>
)
