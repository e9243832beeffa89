import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Session } from './session.ts'
import type { OffersOfBooking } from './accept-offers.ts'

/** The trial admin of the fleet: reads the offers of a booking, and the codes in place of rider and receiver. */
export interface Conductor {
  offersOf(bookingId: string): Promise<OffersOfBooking>
  /** The code that a rider would give to the driver; null when none is needed. The server audits each call. */
  tripCode(bookingId: string): Promise<string | null>
  /**
   * The code that a receiver would give to the courier, by a link of the receiver that ends at once; null without one.
   */
  deliveryCode(bookingId: string): Promise<string | null>
}

export const makeConductor = (session: Session): Conductor => ({
  offersOf: async (id) => {
    const { offers, records } = await session.call(dispatchApi.ofBooking, { params: { id } })
    const known = new Set(offers.map(({ driver }) => driver))
    const current = records.at(-1)?.search
    const considered = records.filter(({ search }) => search === current).flatMap((record) => record.considered)
    const waiting = considered.filter(({ driver, reason }) => reason === null && !known.has(driver))
    return { offers, waiting: [...new Set(waiting.map(({ driver }) => driver))] }
  },
  tripCode: async (id) => (await session.call(tripCodesApi.reveal, { params: { id }, body: {} })).otp,
  deliveryCode: async (id) => {
    const params = { id }
    const link = await session.call(guestLinksApi.add, { params, body: { view: 'receiver' } })
    try {
      const { parcel } = await session.call(guestLinksApi.follow, { body: { token: link.token } })
      return parcel?.code ?? null
    } finally {
      await session.call(guestLinksApi.end, { params, body: { link: link.id } })
    }
  },
})
