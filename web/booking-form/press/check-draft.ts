import {
  checkBookLater,
  checkBookNow,
  type BookingContext,
  type BookingQuery,
} from '@remis/domain/booking/booking-checks'
import type { Fault } from '@remis/domain/kit/check'

/** Names the field after the message select_proper [booking-23], [booking-24]. */
const missingTexts = {
  pickup: 'pickup_missing',
  drop: 'drop_missing',
  carType: 'car_type_missing',
  rider: 'rider_missing',
  tripdate: 'when_missing',
} as const

type Field = keyof typeof missingTexts

export type LateFault = 'past_booking_error' | 'too_far_ahead'

interface Checked {
  /** null: the price can be asked for */
  readonly fault: Fault | null
  /** the field of the fault; undefined: it has none */
  readonly field: Field | undefined
  /** the text that names a missing field; undefined: none is missing */
  readonly missing: (typeof missingTexts)[Field] | undefined
  /** shown at the time */
  readonly late: LateFault | null
}

/** Checks a draft when Book is pressed: the fault, and where to show it. */
export const checkDraft = (query: BookingQuery, later: boolean, context: BookingContext): Checked => {
  const fault = later ? checkBookLater(query, context) : checkBookNow(query, context)
  const field = Object.keys(missingTexts).find((name): name is Field => name === fault?.field)
  return {
    fault,
    field,
    missing: fault?.key === 'select_proper' && field !== undefined ? missingTexts[field] : undefined,
    late: fault?.key === 'past_booking_error' || fault?.key === 'too_far_ahead' ? fault.key : null,
  }
}
