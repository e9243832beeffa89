import type { TFunction } from 'i18next'
import type { Format } from '../../platform/use-format.ts'

/**
 * The cancellation fee of a ride, major units. While the rider owes a part of it, it says so in place of `collected`,
 * which is for a fee that was paid [design/money-81].
 */
export const feeText = (
  t: TFunction,
  format: Pick<Format, 'money'>,
  { fee, owed }: { readonly fee: number; readonly owed: number },
  collected: 'trip_cancelled_fee' | 'trip_cancelled_fee_other' | 'drive_cancel_fee',
): string =>
  owed > 0
    ? t('trip_cancelled_fee_owed', { amount: format.money(fee), owed: format.money(owed) })
    : t(collected, { amount: format.money(fee) })
