import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Session } from './session.ts'
import type { OfferState } from './accept-offers.ts'

/** The trial admin of the fleet: reads the offers of a booking, and the trip code in place of the rider. */
export interface Conductor {
  offersOf(bookingId: string): Promise<readonly OfferState[]>
  /** The code that a rider would give to the driver; null when none is needed. The server audits each call. */
  tripCode(bookingId: string): Promise<string | null>
}

export const makeConductor = (session: Session): Conductor => ({
  offersOf: async (id) => (await session.call(dispatchApi.ofBooking, { params: { id } })).offers,
  tripCode: async (id) => (await session.call(tripCodesApi.reveal, { params: { id }, body: {} })).otp,
})
