import type { Extra, Place } from '@remis/domain/booking/booking'
import type { Fare, Tariff } from '@remis/domain/fare/tariff'

/** The chosen parcel type and option; the indexes refer to the car type when the quote was made. */
export interface Chosen {
  readonly parcelTypeIndex: number | null
  readonly optionIndex: number | null
  readonly parcelTypeSelected: Extra | null
  readonly optionSelected: Extra | null
}

/** A price that the server honours until it expires. Distance km, duration seconds, estimate minor units, times ms. */
export interface Quote {
  readonly id: string
  readonly riderId: string
  readonly madeBy: string
  readonly carTypeId: string
  readonly pickup: Place
  readonly drop: Place
  readonly distance: number
  readonly duration: number
  readonly polyline: string
  readonly chosen: Chosen
  readonly tariff: Tariff
  readonly fare: Fare
  readonly estimate: number
  /** the promo and its discount in minor units; checked again when it is booked */
  readonly promo: { readonly id: string; readonly promo_name: string; readonly promo_description: string } | null
  readonly discount: number
  /** the requested time, ms; null: Book Now, or not given. A quote with a time is valid only for that time */
  readonly tripdate: number | null
  readonly expiresAt: number
  readonly usedAt: number | null
}
