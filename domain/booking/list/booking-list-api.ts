import { z } from 'zod'
import { text, uuid } from '../../kit/schema.ts'
import { nearness, paymentModes, paymentStates, periods } from './list-filters.ts'

/** YYYY-MM-DD */
const day = z.iso.date().refine((value) => value >= '2000' && value < '2101')

/** Filters by person and day, which the counts have too. */
export const narrowing = {
  person: uuid.optional(),
  /** first and last day of the trip date in the operator's zone; a `period` goes before them */
  from: day.optional(),
  to: day.optional(),
  period: z.enum(periods).optional(),
  driver: uuid.optional(),
  /** for admins; no effect for other roles, like `fleet` [design/access-5] */
  rider: uuid.optional(),
  fleet: uuid.optional(),
  mode: z.enum(paymentModes).optional(),
}

/**
 * `status` is one status or several separated by commas; `active` keeps the active ones or the others [booking-9].
 * `person`: the bookings of a rider or driver (admins), of a driver (all others) among those of the caller.
 */
export const bookingFilters = {
  status: text(120).optional(),
  active: z.enum(['true', 'false']).optional(),
  payment: z.enum(paymentStates).optional(),
  when: z.enum(nearness).optional(),
  /** trips that wait for the office; no effect for other roles [design/privacy-20] */
  review: z.literal('open').optional(),
  /** fares that wait for the office's look; no effect for other roles [design/moves-69] */
  fare: z.literal('open').optional(),
  ...narrowing,
}
