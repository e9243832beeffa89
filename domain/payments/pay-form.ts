import type { Status } from '../booking/statuses.ts'

/**
 * The fields that a page posts to the chosen provider's link [payments-7]. The server charges its own amount
 * [design/payments-10].
 */
export interface PayForm {
  readonly order_id: string
  readonly amount: string
  readonly currency: string
  readonly product_name: string
  readonly first_name: string
  readonly last_name: string
  readonly quantity: string
  readonly cust_id: string
  readonly mobile_no: string
  readonly email: string
}

export const payFormFields = [
  'order_id',
  'amount',
  'currency',
  'product_name',
  'first_name',
  'last_name',
  'quantity',
  'cust_id',
  'mobile_no',
  'email',
] as const satisfies readonly (keyof PayForm)[]

interface Payer {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly mobile: string | null
  readonly email: string | null
}

const form = (payer: Payer, order: { id: string; amount: number; currency: string; product: string }): PayForm => ({
  order_id: order.id,
  amount: String(order.amount),
  currency: order.currency,
  product_name: order.product,
  first_name: payer.firstName,
  last_name: payer.lastName,
  quantity: '1',
  cust_id: payer.id,
  mobile_no: payer.mobile ?? '',
  email: payer.email ?? '',
})

/** The amount is `trip_cost` of a new booking (PAYMENT_PENDING) and `payableAmount` of an existing one [payments-8]. */
export const bookingPayForm = (
  booking: {
    readonly id: string
    readonly status: Status
    readonly trip_cost?: number | undefined
    readonly payableAmount?: number | undefined
    readonly currency: string
  },
  payer: Payer,
): PayForm =>
  form(payer, {
    id: booking.id,
    amount: (booking.status === 'PAYMENT_PENDING' ? booking.trip_cost : booking.payableAmount) ?? 0,
    currency: booking.currency,
    product: `Booking ${booking.id}`,
  })

export const topUpPayForm = (
  topUp: { readonly id: string; readonly amount: number; readonly currency: string },
  payer: Payer,
): PayForm => form(payer, { ...topUp, product: 'Wallet' })
