import classes from './VehiclePicture.module.css'
import { vehicleImage } from './vehicle-image.ts'

interface Props {
  /** `image` of a car type or `carImage` of a booking */
  readonly image: string
  /** px */
  readonly width?: number
}

/** A vehicle from the side, beside its name: decoration for those who hear the page. */
export const VehiclePicture = ({ image, width = 64 }: Props) => (
  <img className={classes.picture} src={vehicleImage(image)} alt="" width={width} height={Math.round(width * 0.48)} />
)
