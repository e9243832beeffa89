import classes from './Face.module.css'
import { VisuallyHidden } from '@mantine/core'
import { initialsOf, type PersonName } from './initials.ts'
import plate from './Plate.module.css'

/** A person's picture, or the first letters of their name. */
export const Face = ({ src, name, size = 48 }: { src: string | null; name: PersonName; size?: number }) => (
  <span className={classes.face} style={{ width: size, height: size }} aria-hidden="true">
    {src === null || src === '' ? initialsOf(name) : <img src={src} alt="" width={size} height={size} />}
  </span>
)

/** A number plate as it looks on the car. */
export const Plate = ({ number, label }: { number: string; label: string }) => (
  <span className={plate.plate} dir="ltr">
    <VisuallyHidden>{label}</VisuallyHidden>
    <span aria-hidden="true">{number}</span>
  </span>
)
