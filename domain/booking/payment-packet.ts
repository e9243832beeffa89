import type { Status } from './statuses.ts'
import { toMajor, type Minor } from '../kit/money.ts'
import type { Booking, PaymentMode } from './booking.ts'
import type { AppCategory } from './variant.ts'

/** The payment packet [payments-2], major units. Made by the server; a client's amounts are not read [booking-6]. */
export interface PaymentPacket {
  readonly appcat: AppCategory
  readonly payment_mode: PaymentMode
  readonly customer_paid: number
  readonly cardPaymentAmount: number
  readonly cashPaymentAmount: number
  readonly discount: number
  readonly usedWalletMoney: number
  readonly promo_applied: boolean
  readonly promo_details: { id: string; promo_name: string } | null
  readonly payableAmount: number
}

export const paymentPacket = (booking: Booking, appcat: AppCategory): PaymentPacket => {
  const major = (minor: Minor) => toMajor(minor, booking.tariff.exponent)
  const promo = booking.promo_details
  return {
    appcat,
    payment_mode: booking.payment_mode,
    customer_paid: major(booking.customer_paid),
    cardPaymentAmount: major(booking.cardPaymentAmount),
    cashPaymentAmount: major(booking.cashPaymentAmount),
    discount: major(booking.discount_amount),
    usedWalletMoney: major(booking.usedWalletMoney),
    promo_applied: booking.promo_applied,
    promo_details: promo === null ? null : { id: promo.id, promo_name: promo.promo_name },
    payableAmount: major(booking.payableAmount),
  }
}

/**
 * What the customer has paid so far, of a view or a row: nothing before the trip is paid, except up front; after a
 * cancel its fee. `customer_paid` itself is the planned amount until then [booking-35].
 */
export const paidByCustomer = (booking: {
  readonly status: Status
  readonly paidAt: number | null
  readonly prepaid: boolean
  readonly customer_paid?: number | undefined
}): number | undefined => {
  const { status, paidAt, prepaid, customer_paid: paid } = booking
  if (status === 'CANCELLED') return paid === 0 ? undefined : paid
  return paidAt !== null || prepaid ? paid : undefined
}
