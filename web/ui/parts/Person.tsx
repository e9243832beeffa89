import classes from './Face.module.css'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { initialsOf, type PersonName } from './initials.ts'
import plate from './Plate.module.css'

/**
 * A person's picture, or the first letters of their name. The pictures that bookings keep may have been replaced or
 * removed since [design/people-31].
 */
export const Face = ({ src, name, size = 48 }: { src: string | null; name: PersonName; size?: number }) => {
  const [gone, setGone] = useState<string | null>(null)
  const shows = src !== null && src !== '' && src !== gone
  return (
    <span className={classes.face} style={{ width: size, height: size }} aria-hidden="true">
      {shows ? <img src={src} alt="" width={size} height={size} onError={() => setGone(src)} /> : initialsOf(name)}
    </span>
  )
}

/** A number plate as it looks on the car. */
export const Plate = ({ number, label }: { number: string; label: string }) => (
  <span className={plate.plate} dir="ltr">
    <VisuallyHidden>{label}</VisuallyHidden>
    <span aria-hidden="true">{number}</span>
  </span>
)
