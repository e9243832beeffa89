import type { Fare, Tariff } from '../fare/tariff.ts'
import type { Minor } from '../kit/money.ts'
import type { Handover, Undelivered } from './delivery/parcel.ts'
import type { FareFlag } from './final-fare/fare-flags.ts'
import type { ChargedDistance } from './final-fare/trip-distance.ts'
import type { Status } from './statuses.ts'

export interface Place {
  readonly lat: number
  readonly lng: number
  /** address as shown */
  readonly add: string
}

export interface Extra {
  readonly description: string
  readonly amount: number
}

export type PaymentMode = 'cash' | 'wallet' | 'card'
export type CashTaker = 'driver' | 'office'
export type CancelledBy = 'rider' | 'driver' | 'admin' | 'system'

/** The quoted and the final fare, and what was charged [design/moves-26]. */
export interface FareExplanation {
  readonly quoted: Fare
  readonly final: Fare | null
  /**
   * the charged distance; `held`, `capped`: the quote in place of the computed fare; `given`: set by the office;
   * `quote`: the fixed price of a delivery
   */
  readonly charged: ChargedDistance | 'quote' | 'held' | 'capped' | 'given' | null
  /** the computed fare where the quote is charged in its place */
  readonly computed?: Fare
  /** how many times faster than the server's clock the trip's seconds count; 1 outside the trial */
  readonly speed?: number
}

/**
 * A booking [booking-3] as stored. Amounts in minor units, times in ms since 1970, distances in km. `null`: not (yet)
 * known. The letters G, F, S, D, H, W, C, K and X are those of [design/money-8].
 */
export interface Booking {
  readonly id: string
  readonly version: number
  readonly status: Status
  readonly customer: string
  readonly customer_name: string
  readonly customer_email: string | null
  readonly customer_contact: string | null
  readonly customer_image: string | null
  readonly createdBy: string
  readonly booking_type_admin: boolean
  readonly carTypeId: string
  readonly carType: string
  readonly carImage: string
  readonly pickup: Place
  readonly drop: Place
  readonly quoteId: string
  readonly tariff: Tariff
  readonly fare: FareExplanation
  readonly estimate: Minor
  readonly estimateDistance: number
  readonly estimateTime: number
  readonly distance: number | null
  /** encoded polyline (precision 5) of the estimate's route */
  readonly coords: string
  readonly bookLater: boolean
  readonly tripdate: number
  readonly bookingDate: number
  /** from when on drivers may accept it: at once, or releaseMinutes before its time [design/dispatch-23] */
  readonly releaseAt: number
  /** when dispatch began with it; null while it waits for its release or its payment */
  readonly releasedAt: number | null
  readonly otp: string | null
  readonly codeTries: number
  readonly codeRenewals: number
  /** G */
  readonly trip_cost: Minor
  /** F */
  readonly convenience_fees: Minor
  /** S */
  readonly driver_share: Minor
  /** D */
  readonly discount_amount: Minor
  /** G − D */
  readonly customer_paid: Minor
  /** the amount still to be paid */
  readonly payableAmount: Minor
  /** K */
  readonly cashPaymentAmount: Minor
  /** who took the cash; null: no cash was paid */
  readonly cash_taken_by: CashTaker | null
  /** C */
  readonly cardPaymentAmount: Minor
  /** H until REACHED, then W */
  readonly usedWalletMoney: Minor
  /** X: bad debt */
  readonly writtenOff: Minor
  /** earlier debts that the rider pays to the driver in cash with this ride; not part of K [design/money-70] */
  readonly debtDue: Minor
  /** what the driver got of it: all or nothing */
  readonly debtPaid: Minor
  readonly payment_mode: PaymentMode
  readonly gateway: string | null
  readonly prepaid: boolean
  readonly promo_applied: boolean
  readonly promo_details: PromoSnapshot | null
  readonly driver: string | null
  readonly driver_name: string | null
  readonly driver_contact: string | null
  readonly driver_image: string | null
  readonly driverRating: number | null
  readonly vehicle_number: string | null
  readonly vehicleMake: string | null
  readonly vehicleModel: string | null
  readonly fleetadmin: string | null
  readonly driver_arrive_time: number | null
  /** when a judged fix showed the driver at the pickup; null until then [design/moves-70] */
  readonly arrivalConfirmedAt: number | null
  /** 'HH:mm:ss' in the operator's zone */
  readonly trip_start_time: string | null
  readonly startTime: number | null
  readonly trip_end_time: string | null
  readonly endTime: number | null
  /** seconds */
  readonly total_trip_time: number | null
  readonly reason: string | null
  readonly reasonId: string | null
  readonly cancelledBy: CancelledBy | null
  readonly rating: number | null
  readonly feedback: string | null
  readonly pickup_image: string | null
  readonly deliver_image: string | null
  /** 4 digits that the receiver gives the courier; null: no delivery [design/delivery-27] */
  readonly deliveryCode: string | null
  readonly deliveryCodeTries: number
  readonly deliveryCodeRenewals: number
  /** null: not handed over, or without a proof */
  readonly handover: Handover | null
  /** null: it was not brought back */
  readonly undelivered: Undelivered | null
  readonly deliveryPerson: string | null
  readonly deliveryPersonPhone: string | null
  readonly pickUpInstructions: string | null
  readonly deliveryInstructions: string | null
  readonly parcelTypeSelected: Extra | null
  readonly optionSelected: Extra | null
  /** the current or last search; null before the release and after the booking left NEW */
  readonly searchStartedAt: number | null
  readonly searchUntil: number | null
  readonly searches: number
  readonly acceptedAt: number | null
  /** km from the driver to the pickup at the acceptance; null: unknown */
  readonly acceptKm: number | null
  /** when it reached its drop, or was ended before it for a fare or after its start */
  readonly reachedAt: number | null
  readonly paidAt: number | null
  readonly completedAt: number | null
  readonly cancelledAt: number | null
  /** why an admin should check the fare [design/moves-62] */
  readonly fareFlags: readonly FareFlag[]
  readonly currency: string
  /** the booking that this one succeeds: its driver cancelled [design/moves-36] */
  readonly predecessor: string | null
  readonly successor: string | null
  /** drivers who cancelled a booking before this one in the chain: none of them is offered it */
  readonly cancelledDrivers: readonly string[]
}

/** The part of a promo that a booking keeps, so that D can be computed again on the final fare [design/moves-23]. */
export interface PromoSnapshot {
  readonly id: string
  readonly promo_name: string
  readonly promo_discount_type: 'flat' | 'percentage'
  readonly promo_discount_value: number
  readonly max_promo_discount_value: number
}
