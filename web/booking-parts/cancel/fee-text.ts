import type { TFunction } from 'i18next'
import type { Format } from '../../platform/use-format.ts'

/**
 * The cancellation fee of a ride, major units. While the rider owes it or a part of it, the text says so. `collected`
 * is for a fee that was paid [design/money-81].
 */
export const feeText = (
  t: TFunction,
  format: Pick<Format, 'money'>,
  { fee, owed }: { readonly fee: number; readonly owed: number },
  collected: 'trip_cancelled_fee' | 'trip_cancelled_fee_other' | 'drive_cancel_fee',
): string => {
  const amount = format.money(fee)
  if (owed === 0) return t(collected, { amount })
  return owed < fee
    ? t('trip_cancelled_fee_owed', { amount, owed: format.money(owed) })
    : t('trip_cancelled_fee_unpaid', { amount })
}
