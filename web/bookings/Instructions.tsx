import type { BookingView } from '@remis/domain/booking/booking-api'
import { Lines } from '../booking-parts/parcel/Lines.tsx'
import { useParcelLines } from '../booking-parts/parcel/use-parcel-lines.ts'
import classes from './bookings.module.css'

/**
 * For the driver, beside the addresses: the note of a ride [booking-71]; of a delivery also the parcel and its
 * receiver.
 */
export const Instructions = ({ booking }: { booking: BookingView }) => (
  <Lines lines={useParcelLines(booking)} className={classes.instructions ?? ''} />
)
