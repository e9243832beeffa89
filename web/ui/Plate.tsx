import { VisuallyHidden } from '@mantine/core'
import classes from './Plate.module.css'

/** A number plate as it looks on the car: what a rider compares at the kerb. */
export const Plate = ({ number, label }: { number: string; label: string }) => (
  <span className={classes.plate} dir="ltr">
    <VisuallyHidden>{label}</VisuallyHidden>
    <span aria-hidden="true">{number}</span>
  </span>
)
