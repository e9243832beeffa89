import classes from './Plate.module.css'

/** A number plate as it looks on the car: what a rider compares at the kerb. */
export const Plate = ({ number, label }: { number: string; label: string }) => (
  <span className={classes.plate} dir="ltr" role="img" aria-label={label}>
    {number}
  </span>
)
