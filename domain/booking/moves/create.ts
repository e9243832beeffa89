import type { Settings } from '../../backoffice/settings.ts'
import { releaseAt, searchWindow } from '../../dispatch/search.ts'
import { discountOf } from '../../promos/promo.ts'
import type { Fare, Tariff } from '../../fare/tariff.ts'
import { toMinor, type Minor } from '../../kit/money.ts'
import { hold } from '../../wallet/postings.ts'
import type { Booking, Extra, PaymentMode, Place, PromoSnapshot } from '../booking.ts'
import type { Actor, Change, Refusal } from '../move.ts'
import { judgeDues, noDues, type Dues } from '../unpaid/payment-due.ts'
import { variants, type AppCategory } from '../variant.ts'
import { refuse } from './guard.ts'

export interface NewBookingFacts {
  /** 10 random Crockford base-32 characters */
  readonly id: string
  readonly appcat: AppCategory
  readonly quote: {
    readonly id: string
    readonly pickup: Place
    readonly drop: Place
    /** km, seconds, encoded polyline */
    readonly distance: number
    readonly duration: number
    readonly polyline: string
    readonly tariff: Tariff
    readonly fare: Fare
    readonly parcelTypeSelected: Extra | null
    readonly optionSelected: Extra | null
  }
  readonly carType: { readonly id: string; readonly name: string; readonly image: string }
  readonly customer: {
    readonly id: string
    readonly name: string
    readonly email: string | null
    readonly contact: string | null
    readonly image: string | null
    readonly walletBalance: Minor
    /** absent: nothing */
    readonly dues?: Dues
  }
  readonly payment_mode: PaymentMode
  /** the debts that the rider pays in cash with this ride; absent: none */
  readonly debtInCash?: Minor
  readonly bookLater: boolean
  /** ms; for Book Later */
  readonly tripdate: number | null
  readonly instruction: {
    readonly deliveryPerson: string | null
    readonly deliveryPersonPhone: string | null
    readonly pickUpInstructions: string | null
    readonly deliveryInstructions: string | null
  }
  readonly promo: PromoSnapshot | null
  readonly settings: Pick<
    Settings,
    'otp_secure' | 'autoDispatch' | 'releaseMinutes' | 'searchMinutes' | 'riderDebtLimit' | 'debtInCashLimit'
  >
  /** trip code made by the server, 10000 to 99999; stored only with otp_secure [booking-7] */
  readonly code: string
  /** code of the receiver made by the server, 1000 to 9999; stored only for a delivery [design/delivery-27] */
  readonly deliveryCode?: string
}

/**
 * NEW in the taxi variant or when made by an admin, otherwise PAYMENT_PENDING [booking-10]. Every amount comes from the
 * stored quote [booking-6]. Wallet mode holds G − D at once, or is refused with `wallet_balance_low`.
 */
export const newBooking = (
  facts: NewBookingFacts,
  actor: Actor,
  now: number,
): { booking: Booking; change: Change } | Refusal => {
  if (actor.kind !== 'rider' && actor.kind !== 'admin') return refuse(403, 'user_issue_contact_admin')
  const variant = variants[facts.appcat]
  const own = actor.kind === 'rider'
  const upFront = own && variant.paysUpFront
  const mode = upFront ? 'card' : facts.payment_mode
  // Only the rider spends the rider's wallet [design/moves-12].
  if (mode === 'wallet' && actor.kind !== 'rider') return refuse(422, 'payment_mode_unavailable')
  const promo = own && !variant.allowsPromo ? null : facts.promo
  const { fare, tariff } = facts.quote
  const { dues } = facts.customer
  const { exponent } = tariff
  const judged =
    own && dues !== undefined
      ? judgeDues(dues, {
          limit: toMinor(facts.settings.riderDebtLimit, exponent),
          mostInCash: upFront ? 0 : toMinor(facts.settings.debtInCashLimit, exponent),
          exponent,
          mode,
          inCash: facts.debtInCash,
        })
      : noDues
  if ('refuse' in judged) return judged
  const discount = discountOf(promo, fare.tripCost, tariff)
  const toPay = fare.tripCost - discount
  const held = mode === 'wallet' ? toPay : 0
  if (mode === 'wallet' && facts.customer.walletBalance < held) return refuse(422, 'wallet_balance_low')
  const status = upFront ? 'PAYMENT_PENDING' : 'NEW'
  const tripdate = facts.bookLater ? (facts.tripdate ?? now) : now
  const wanted = { bookLater: facts.bookLater, tripdate, bookingDate: now }
  const when = { ...wanted, releaseAt: releaseAt(wanted, facts.settings) }
  const search = status === 'NEW' ? searchWindow(when, facts.settings, now) : null
  const booking: Booking = {
    ...blank,
    ...when,
    id: facts.id,
    version: 0,
    status,
    customer: facts.customer.id,
    customer_name: facts.customer.name,
    customer_email: facts.customer.email,
    customer_contact: facts.customer.contact,
    customer_image: facts.customer.image,
    createdBy: actor.id,
    booking_type_admin: actor.kind === 'admin',
    carTypeId: facts.carType.id,
    carType: facts.carType.name,
    carImage: facts.carType.image,
    pickup: facts.quote.pickup,
    drop: facts.quote.drop,
    quoteId: facts.quote.id,
    tariff,
    fare: { quoted: fare, final: null, charged: null },
    estimate: fare.tripCost,
    estimateDistance: facts.quote.distance,
    estimateTime: facts.quote.duration,
    coords: facts.quote.polyline,
    otp: facts.settings.otp_secure ? facts.code : null,
    trip_cost: fare.tripCost,
    convenience_fees: fare.convenienceFees,
    driver_share: fare.driverShare,
    discount_amount: discount,
    customer_paid: toPay,
    payableAmount: toPay - held,
    debtDue: judged.debtDue,
    usedWalletMoney: held,
    payment_mode: mode,
    promo_applied: promo !== null,
    promo_details: promo,
    ...facts.instruction,
    parcelTypeSelected: facts.quote.parcelTypeSelected,
    optionSelected: facts.quote.optionSelected,
    deliveryCode: variant.needsRecipient ? (facts.deliveryCode ?? null) : null,
    releasedAt: status === 'NEW' && now >= when.releaseAt ? now : null,
    searchStartedAt: search?.searchStartedAt ?? null,
    searchUntil: search?.searchUntil ?? null,
    searches: search === null ? 0 : 1,
    currency: tariff.currency,
  }
  const change: Change = {
    move: 'create',
    from: null,
    to: status,
    patch: {},
    ...(held > 0 ? { postings: [hold(booking.id, booking.customer, held)] } : {}),
    ...(promo === null ? {} : { promo: 'redeem' as const }),
  }
  return { booking, change }
}

/** The fields that are empty in a new booking. */
export const blank = {
  distance: null,
  codeTries: 0,
  codeRenewals: 0,
  cashPaymentAmount: 0,
  cash_taken_by: null,
  cardPaymentAmount: 0,
  writtenOff: 0,
  debtPaid: 0,
  gateway: null,
  prepaid: false,
  driver: null,
  driver_name: null,
  driver_contact: null,
  driver_image: null,
  driverRating: null,
  vehicle_number: null,
  vehicleMake: null,
  vehicleModel: null,
  fleetadmin: null,
  driver_arrive_time: null,
  arrivalConfirmedAt: null,
  trip_start_time: null,
  startTime: null,
  trip_end_time: null,
  endTime: null,
  total_trip_time: null,
  reason: null,
  reasonId: null,
  cancelledBy: null,
  rating: null,
  feedback: null,
  pickup_image: null,
  deliver_image: null,
  deliveryCodeTries: 0,
  deliveryCodeRenewals: 0,
  handover: null,
  undelivered: null,
  acceptedAt: null,
  acceptKm: null,
  reachedAt: null,
  paidAt: null,
  completedAt: null,
  cancelledAt: null,
  fareFlags: [],
  predecessor: null,
  successor: null,
  cancelledDrivers: [],
} as const
