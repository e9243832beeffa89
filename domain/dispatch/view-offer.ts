import type { Booking } from '../booking/booking.ts'
import { isDelivery } from '../booking/delivery/parcel.ts'
import { toMajor } from '../kit/money.ts'
import { mapPartOf } from '../places/address-text.ts'
import type { OfferView } from './dispatch-api.ts'

export interface OfferFacts {
  readonly offeredAt: number
  readonly expiresAt: number
  /** km and seconds to the pickup */
  readonly pickupDistance: number
  readonly pickupTime: number | null
}

/**
 * A booking as an offered driver sees it: the pickup, the area of the drop, the first name, the earnings
 * [design/access-7], and what a parcel is, without receiver and amounts [design/delivery-43].
 */
export const viewOffer = (booking: Booking, offer: OfferFacts): OfferView => {
  const { exponent } = booking.tariff
  const { parcelTypeSelected, optionSelected } = isDelivery(booking) ? booking : noParcel
  return {
    bookingId: booking.id,
    carType: booking.carType,
    carImage: booking.carImage,
    customer_name: booking.customer_name.split(' ')[0] ?? '',
    pickup: booking.pickup,
    dropArea: dropArea(booking.drop.add),
    parcelType: parcelTypeSelected?.description ?? null,
    option: optionSelected?.description ?? null,
    estimateDistance: booking.estimateDistance,
    estimateTime: booking.estimateTime,
    pickupDistance: offer.pickupDistance,
    pickupTime: offer.pickupTime,
    driver_share: toMajor(booking.driver_share, exponent),
    cash: booking.payment_mode === 'cash' ? toMajor(booking.payableAmount, exponent) : 0,
    debt: toMajor(booking.debtDue, exponent),
    payment_mode: booking.payment_mode,
    bookLater: booking.bookLater,
    tripdate: booking.tripdate,
    offeredAt: offer.offeredAt,
    expiresAt: offer.expiresAt,
    currency: booking.currency,
  }
}

const noParcel = { parcelTypeSelected: null, optionSelected: null }

/** "Bulevar Artigas 1825", "Rua X 12A", "Calle Y 12 bis": a street and its house number at the end. */
const houseNumber = /\s+(?:n[ºo°.]*\s*)?\d+\s?[A-Za-z]?(?:\s*[-/]\s*\d+[A-Za-z]?|\s+bis)?$/i

/**
 * The drop as a driver sees it before ACCEPTED: an area, never the place [design/access-7]. The street without its
 * house number and the last part of the address; a name in front of the street (a shop, a terminal, a corner) is left
 * out. Without a house number: the part of town, if the address names one. An address of one part without a house
 * number names the place itself: nothing of it is shown. A rider's own words are left out.
 */
export const dropArea = (address: string): string => {
  const parts = mapPartOf(address)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const street = parts.slice(0, 2).find((part) => houseNumber.test(part))
  const last = parts.length > 1 ? parts.at(-1) : undefined
  const near = street?.replace(houseNumber, '') ?? (parts.length > 2 ? parts.at(-2) : undefined)
  return [near, last === street ? undefined : last].filter((part) => part !== undefined && part !== '').join(', ')
}
