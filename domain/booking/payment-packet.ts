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

/** What a view or a row says of the payment. */
interface Paid {
  readonly status: Status
  readonly paidAt: number | null
  readonly prepaid: boolean
  readonly customer_paid?: number | undefined
  readonly feeOwed?: number | undefined
  readonly writtenOff?: number | undefined
}

/**
 * What the customer has paid so far, major units: nothing before the trip is paid, except up front; after a cancel what
 * was collected of its fee. What was written off was not paid [design/money-81]. `customer_paid` itself is the planned
 * amount until then [booking-35].
 */
export const paidByCustomer = (booking: Paid): number | undefined => {
  const { status, paidAt, prepaid, customer_paid: planned, feeOwed = 0, writtenOff = 0 } = booking
  if (planned === undefined) return undefined
  if (status === 'CANCELLED') return planned === 0 ? undefined : less(planned, feeOwed + writtenOff)
  return paidAt !== null || prepaid ? less(planned, writtenOff) : undefined
}

const ofQuote: ReadonlySet<string> = new Set(['trip_cost', 'driver_share', 'convenience_fees', 'discount_amount'])

/** Whether a field is an amount of the quote that is not charged, since the booking was cancelled [design/money-93]. */
export const isVoidAmount = (field: string, { status }: Pick<Paid, 'status'>): boolean =>
  status === 'CANCELLED' && ofQuote.has(field)

/** The cancellation fee without what the office gave up of it, and what of it is still owed, major units. */
export const feeOf = ({
  customer_paid: charged = 0,
  feeOwed: owed = 0,
  writtenOff = 0,
}: Pick<Paid, 'customer_paid' | 'feeOwed' | 'writtenOff'>): { readonly fee: number; readonly owed: number } => ({
  fee: less(charged, writtenOff),
  owed,
})

/** A difference of amounts without the error of binary fractions. */
const less = (amount: number, by: number): number => Math.round((amount - by) * 10_000) / 10_000
