import { VisuallyHidden } from '@mantine/core'
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

/** A car from above, its front up. */
export const CarMark = ({ car }: { car: MapCar }) => (
  <span className={classes.car} data-stale={car.stale || undefined}>
    <VisuallyHidden>{car.label}</VisuallyHidden>
    <svg viewBox="0 0 24 44" width="24" height="44" aria-hidden="true">
      <rect className={classes.body} x="2" y="2" width="20" height="40" rx="8" />
      <path className={classes.glass} d="M5 14q7-5 14 0l-2 6q-5-2-10 0zM6 33q6 3 12 0l-1.5-5q-4.5 1.5-9 0z" />
    </svg>
  </span>
)
