import classes from './VehiclePicture.module.css'
import bicycle from './bicycle.svg'
import hatchback from './hatchback.svg'
import motorbike from './motorbike.svg'
import premium from './premium.svg'
import sedan from './sedan.svg'
import van from './van.svg'
import xl from './xl.svg'

interface Props {
  /** `image` of a car type or `carImage` of a booking */
  readonly image: string
  /** px */
  readonly width?: number
}

/** Side view of a vehicle; decorative, because its name is beside it. */
export const VehiclePicture = ({ image, width = 64 }: Props) => (
  <img className={classes.picture} src={vehicleImage(image)} alt="" width={width} height={Math.round(width * 0.48)} />
)

const own: Readonly<Record<string, string>> = { bicycle, hatchback, motorbike, premium, sedan, van, xl }

/** The built-in picture of that name, or an image on this host (the CSP blocks other hosts). */
export const vehicleImage = (image: string): string => own[image] ?? (/^\/(?!\/)/.test(image) ? image : sedan)
