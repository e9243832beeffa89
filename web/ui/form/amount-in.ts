import { latinDigits } from '@remis/domain/kit/digits'

/** Parses a typed amount: digits of any supported script, decimal comma or point. Undefined: empty; null: invalid. */
export const amountIn = (typed: string): number | null | undefined => {
  const plain = latinDigits(typed.trim()).replace(/[,٫]/, '.')
  if (plain === '') return undefined
  return /^\d{1,12}(\.\d{1,4})?$/.test(plain) ? Number(plain) : null
}
