import type { BookingView } from '@remis/domain/booking/booking-api'

interface ReceiptLine {
  readonly key:
    | 'trip_receipt_parcel'
    | 'trip_receipt_option'
    | 'trip_receipt_total'
    | 'trip_receipt_discount'
    | 'trip_receipt_to_pay'
    | 'trip_receipt_quoted'
    | 'trip_receipt_paid_cash'
    | 'trip_receipt_paid_card'
    | 'trip_receipt_paid_wallet'
    | 'trip_receipt_owed_cash'
    | 'trip_receipt_fee'
    | 'trip_receipt_share'
  /** major units */
  readonly amount: number
  readonly what?: string
  readonly strong?: boolean
}

export interface ReceiptLines {
  readonly km: number
  readonly seconds: number
  readonly lines: readonly ReceiptLine[]
  readonly change: {
    readonly key: 'trip_changed_same' | 'trip_changed_more' | 'trip_changed_less'
    readonly amount: number
  }
  readonly charged: NonNullable<NonNullable<BookingView['fare']>['charged']> | null
}

/** Lines of the receipt, from the fields this viewer may see: without the fee no fee line. */
export const receiptOf = (trip: BookingView): ReceiptLines | null => {
  const { fare } = trip
  if (fare === undefined || fare.final === null || trip.trip_cost === undefined) return null
  const { quoted, final, charged } = fare
  const paid = trip.status === 'PAID' || trip.status === 'COMPLETE'
  const lines: ReceiptLine[] = []
  if (final.parcel > 0)
    lines.push({ key: 'trip_receipt_parcel', amount: final.parcel, what: trip.parcelTypeSelected?.description ?? '' })
  if (final.option > 0)
    lines.push({ key: 'trip_receipt_option', amount: final.option, what: trip.optionSelected?.description ?? '' })
  lines.push({ key: 'trip_receipt_quoted', amount: quoted.total })
  lines.push({ key: 'trip_receipt_total', amount: trip.trip_cost, strong: true })
  if ((trip.discount_amount ?? 0) > 0) {
    lines.push({ key: 'trip_receipt_discount', amount: -trip.discount_amount! })
    lines.push({ key: 'trip_receipt_to_pay', amount: trip.customer_paid ?? trip.trip_cost, strong: true })
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
  if (trip.convenience_fees !== undefined) lines.push({ key: 'trip_receipt_fee', amount: trip.convenience_fees })
  if (trip.driver_share !== undefined)
    lines.push({ key: 'trip_receipt_share', amount: trip.driver_share, strong: true })
  const difference = final.total - quoted.total
  const key = difference === 0 ? 'trip_changed_same' : difference > 0 ? 'trip_changed_more' : 'trip_changed_less'
  return { km: final.distanceKm, seconds: final.seconds, lines, change: { key, amount: Math.abs(difference) }, charged }
}
