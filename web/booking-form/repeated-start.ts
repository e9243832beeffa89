import type { BookingView } from '@remis/domain/booking/booking-api'
import { wantedDrop } from '@remis/domain/booking/delivery/parcel'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import type { RiderChoice } from '@remis/domain/people/riders-api'
import { emptyDraft, type BookingDraft } from '../booking-parts/booking-draft.ts'

/** What a form begins with. */
export interface Start {
  readonly start: BookingDraft
  readonly rider: RiderChoice | null
  /** the booking to repeat could not be read */
  readonly missing?: true
}

interface Read<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
}

const riderOf = ({ customer, ...booking }: BookingView): RiderChoice | null =>
  customer === undefined
    ? null
    : {
        id: customer,
        firstName: booking.customer_name,
        lastName: '',
        email: booking.customer_email ?? null,
        mobile: booking.customer_contact ?? null,
        profile_image: booking.customer_image ?? null,
      }

/**
 * The start of a form that repeats a booking; undefined while it is read. It does not change after the first answer or
 * error, because text may have been typed into the form [design/web-181].
 */
export const startOnce = (
  before: Start | undefined,
  { data: booking, isError }: Read<BookingView>,
  cars: Read<readonly CarTypeView[]>,
): Start | undefined => {
  if (before !== undefined) return before
  if (booking === undefined) return isError ? { start: emptyDraft, rider: null, missing: true } : undefined
  if (cars.data === undefined && !cars.isError) return undefined
  const carType = cars.data?.find(({ name }) => name === booking.carType)?.id ?? null
  const { pickup } = booking
  return { start: { ...emptyDraft, pickup, drop: wantedDrop(booking), carType }, rider: riderOf(booking) }
}
