import { bookingsApi } from '@remis/domain/booking/booking-api'
import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Session } from './session.ts'
import type { OffersOfBooking } from './accept-offers.ts'

/**
 * The trial admin of the fleet: reads the offers of a booking, and the codes that rider and receiver give the driver.
 */
export interface Conductor {
  offersOf(bookingId: string): Promise<OffersOfBooking>
  /**
   * The code that a rider would give to the driver; null when none is needed. A trial rider reads it on the booking;
   * for any other rider the admin reveals it, which is audited.
   */
  tripCode(bookingId: string): Promise<string | null>
  /**
   * The code that a receiver would give to the courier, by a link of the receiver that ends at once; null without one.
   */
  deliveryCode(bookingId: string): Promise<string | null>
}

/** The sessions by the ids of their riders, without riders who changed how to sign in. */
const enterAll = async (riders: readonly Session[]): Promise<Map<string, Session>> => {
  const entered = new Map<string, Session>()
  for (const rider of riders)
    await rider.enter().then(
      (id) => entered.set(id, rider),
      () => undefined,
    )
  return entered
}

export const makeConductor = (session: Session, riders: readonly Session[]): Conductor => {
  let entered: Promise<Map<string, Session>> | undefined

  /** Undefined: this is no trial rider. */
  const codeOfRider = async (id: string): Promise<string | null | undefined> => {
    entered ??= enterAll(riders)
    const known = await entered
    const { booking } = await session.call(bookingsApi.get, { params: { id } })
    const customer = booking.customer ?? ''
    try {
      return (await known.get(customer)?.call(bookingsApi.get, { params: { id } }))?.booking.otp
    } catch {
      // Wrong passwords would delay the person's own sign-in.
      known.delete(customer)
      return undefined
    }
  }

  return {
    offersOf: async (id) => {
      const { offers, records } = await session.call(dispatchApi.ofBooking, { params: { id } })
      const known = new Set(offers.map(({ driver }) => driver))
      const current = records.at(-1)?.search
      const considered = records.filter(({ search }) => search === current).flatMap((record) => record.considered)
      const waiting = considered.filter(({ driver, reason }) => reason === null && !known.has(driver))
      return { offers, waiting: [...new Set(waiting.map(({ driver }) => driver))] }
    },
    tripCode: async (id) => {
      const told = await codeOfRider(id)
      return told === undefined ? (await session.call(tripCodesApi.reveal, { params: { id }, body: {} })).otp : told
    },
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
  }
}
