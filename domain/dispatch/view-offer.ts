import type { Booking } from '../booking/booking.ts'
import { toMajor } from '../kit/money.ts'
import type { OfferView } from './dispatch-api.ts'
import { dropArea } from './drop-area.ts'

export interface OfferFacts {
  readonly offeredAt: number
  readonly expiresAt: number
  /** km and seconds to the pickup */
  readonly pickupDistance: number
  readonly pickupTime: number | null
}

/** A booking as an offered driver sees it: the pickup, the area of the drop, the first name, the earnings [design/access-7]. */
export const viewOffer = (booking: Booking, offer: OfferFacts): OfferView => {
  const { exponent } = booking.tariff
  return {
    bookingId: booking.id,
    carType: booking.carType,
    carImage: booking.carImage,
    customer_name: booking.customer_name.split(' ')[0] ?? '',
    pickup: booking.pickup,
    dropArea: dropArea(booking.drop.add),
    estimateDistance: booking.estimateDistance,
    estimateTime: booking.estimateTime,
    pickupDistance: offer.pickupDistance,
    pickupTime: offer.pickupTime,
    driver_share: toMajor(booking.driver_share, exponent),
    cash: booking.payment_mode === 'cash' ? toMajor(booking.payableAmount, exponent) : 0,
    payment_mode: booking.payment_mode,
    bookLater: booking.bookLater,
    tripdate: booking.tripdate,
    offeredAt: offer.offeredAt,
    expiresAt: offer.expiresAt,
    currency: booking.currency,
  }
}
