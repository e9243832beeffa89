import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Session } from './session.ts'
import type { OfferSeen } from './take-offers.ts'

/** The trial admin of the fleet: sees whom a booking was offered to, and stands in for the rider's voice. */
export interface Conductor {
  offersOf(bookingId: string): Promise<readonly OfferSeen[]>
  /** In life the rider tells it. null: none is needed. Each look is audited on the server. */
  tripCode(bookingId: string): Promise<string | null>
}

export const makeConductor = (session: Session): Conductor => ({
  offersOf: async (id) => (await session.call(dispatchApi.ofBooking, { params: { id } })).offers,
  tripCode: async (id) => (await session.call(tripCodesApi.reveal, { params: { id }, body: {} })).otp,
})
