import { keyOf } from '../platform/show-message.ts'

/** Refusals of a price that the same request would get again: a place or the time must change. */
const finalFaults = [
  'out_of_region',
  'place_to_coords_error',
  'no_route_found',
  // the phone's clock may be slow, or its settings old
  'past_booking_error',
  'too_far_ahead',
] as const

type FinalFault = (typeof finalFaults)[number]

/**
 * Why no prices are shown, where no retry helps: the form shows this text. null: a retry may help, for instance after a
 * failed network.
 */
export const finalFaultOf = (error: unknown): FinalFault | null => {
  const key = keyOf(error)
  return finalFaults.find((one) => one === key) ?? null
}
