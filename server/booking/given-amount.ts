import type { Precision } from '@remis/domain/fare/round-amount'
import { isAmount, toMinor, type Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'

/** The amount of a call's field in minor units; 422 with more decimals than amounts have [design/money-2]. */
export const givenAmount = (field: string, amount: number, precision: Precision): Minor => {
  if (!isAmount(amount, precision))
    throw new AppError(422, 'invalid_input', { fields: { [field]: 'more decimals than amounts have' } })
  return toMinor(amount, precision.exponent)
}
