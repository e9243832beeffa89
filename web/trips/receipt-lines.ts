import type { BookingView } from '@remis/domain/booking/booking-api'
import type { correctionsCalls } from '@remis/domain/booking/booking-routes'
import { paidStatuses } from '@remis/domain/booking/statuses'
import { withoutExtras } from '@remis/domain/fare/shown-lines'
import type { Reply } from '@remis/domain/kit/endpoint'
import { debtLeftOf, openDebtOf } from '@remis/domain/booking/unpaid/open-debt'

interface ReceiptLine {
  readonly key:
    | 'estimate_delivery'
    | 'trip_receipt_parcel'
    | 'trip_receipt_option'
    | 'trip_receipt_total'
    | 'trip_receipt_discount'
    | 'trip_receipt_promo'
    | 'trip_receipt_after_discount'
    | 'trip_receipt_to_pay'
    | 'trip_receipt_quoted'
    | 'trip_receipt_paid_cash'
    | 'trip_receipt_paid_card'
    | 'trip_receipt_paid_wallet'
    | 'trip_receipt_owed_cash'
    | 'trip_receipt_debt_paid'
    | 'trip_receipt_debt_due'
    | 'trip_receipt_debt_left'
    | 'trip_receipt_fee'
    | 'trip_receipt_share'
    | 'return_fee'
  /** major units */
  readonly amount: number
  readonly what?: string
  readonly strong?: boolean
}

export interface ReceiptLines {
  readonly km: number
  readonly seconds: number
  readonly lines: readonly ReceiptLine[]
  /** the difference to the quote with its cause; null where `charged` says it all */
  readonly change: { readonly key: `trip_changed_${Change}`; readonly amount: number } | null
  readonly charged: Charged | null
}

type Charged = NonNullable<NonNullable<BookingView['fare']>['charged']>
type Change = 'same' | `${'more' | 'less'}${'' | '_time' | '_short'}`

/** What can cause a difference, so that the two sentences never contradict each other. */
const cause = (charged: Charged | null): '' | '_time' | '_short' => {
  if (charged === null || charged === 'track') return ''
  return charged.startsWith('quote') ? '_time' : '_short'
}

const changeOf = (difference: number, charged: Charged | null): ReceiptLines['change'] => {
  if (charged === 'held' || charged === 'capped') return null
  if (difference === 0) return { key: 'trip_changed_same', amount: 0 }
  const amount = Math.abs(difference)
  return { key: `trip_changed_${difference > 0 ? 'more' : 'less'}${cause(charged)}`, amount }
}

/** The quote or the minimum is charged in place of the way: the receipt shows the way that was driven. */
const showsDriven: readonly (Charged | null)[] = ['held', 'capped', 'minimum']

type Correction = Reply<typeof correctionsCalls.listOwn>['rows'][number]

/** What the rider pays, or the driver's share, after the corrections; major units. */
export const afterCorrections = (trip: BookingView, corrections: readonly Correction[]): number =>
  corrections.reduce(
    (sum, { direction, amount }) => (direction === 'back' ? sum - amount : sum + amount),
    trip.driver_share ?? trip.customer_paid ?? trip.trip_cost ?? 0,
  )

/** Lines of the receipt, from the fields this viewer may see: without the fee no fee line. */
export const receiptOf = (trip: BookingView, decimals: number): ReceiptLines | null => {
  const { fare } = trip
  if (fare === undefined || fare.final === null || trip.trip_cost === undefined) return null
  const { quoted, final, charged } = fare
  const paid = paidStatuses.includes(trip.status)
  const lines: ReceiptLine[] = [{ key: 'trip_receipt_quoted', amount: quoted.total }]
  const extras = [final.parcel, final.option].filter((extra) => extra > 0)
  // Lines that add up to the total [design/delivery-60].
  if (extras.length > 0)
    lines.push({ key: 'estimate_delivery', amount: withoutExtras(trip.trip_cost, extras, decimals) })
  if (final.parcel > 0)
    lines.push({ key: 'trip_receipt_parcel', amount: final.parcel, what: trip.parcelTypeSelected?.description ?? '' })
  if (final.option > 0)
    lines.push({ key: 'trip_receipt_option', amount: final.option, what: trip.optionSelected?.description ?? '' })
  lines.push({ key: 'trip_receipt_total', amount: trip.trip_cost, strong: true })
  if ((trip.discount_amount ?? 0) > 0) {
    const promo = trip.promo_details?.promo_name
    lines.push({
      ...(promo ? { key: 'trip_receipt_promo', what: promo } : { key: 'trip_receipt_discount' }),
      amount: -trip.discount_amount!,
    })
    // A separate line below shows the unpaid amount.
    lines.push({ key: 'trip_receipt_after_discount', amount: trip.customer_paid ?? trip.trip_cost, strong: true })
  }
  const ways = [
    ['trip_receipt_paid_wallet', trip.usedWalletMoney],
    ['trip_receipt_paid_card', trip.cardPaymentAmount],
    [paid ? 'trip_receipt_paid_cash' : 'trip_receipt_owed_cash', trip.cashPaymentAmount],
  ] as const
  for (const [key, amount = 0] of ways) if (amount > 0) lines.push({ key, amount })
  if (!paid && (trip.cashPaymentAmount ?? 0) === 0 && (trip.payableAmount ?? 0) > 0)
    lines.push({
      key: trip.payment_mode === 'cash' ? 'trip_receipt_owed_cash' : 'trip_receipt_to_pay',
      amount: trip.payableAmount!,
    })
  if ((trip.debtPaid ?? 0) > 0) lines.push({ key: 'trip_receipt_debt_paid', amount: trip.debtPaid! })
  if (debtLeftOf(trip) > 0) lines.push({ key: 'trip_receipt_debt_left', amount: debtLeftOf(trip) })
  if (!paid && openDebtOf(trip) > 0) lines.push({ key: 'trip_receipt_debt_due', amount: openDebtOf(trip) })
  // of a returned parcel, beside the fare [design/delivery-32]
  if ((trip.returnFee ?? 0) > 0) lines.push({ key: 'return_fee', amount: trip.returnFee! })
  if (trip.convenience_fees !== undefined) lines.push({ key: 'trip_receipt_fee', amount: trip.convenience_fees })
  if (trip.driver_share !== undefined)
    lines.push({ key: 'trip_receipt_share', amount: trip.driver_share, strong: true })
  const driven = showsDriven.includes(charged)
  return {
    km: driven ? (trip.distance ?? 0) : final.distanceKm,
    seconds: driven ? (trip.total_trip_time ?? 0) : final.seconds,
    lines,
    change: changeOf(final.total - quoted.total, charged),
    charged,
  }
}
