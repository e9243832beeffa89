import { Decimal } from 'decimal.js'
import type { Minor } from '../kit/money.ts'

/** Decimals for fares. 80 digits hold every product of a fare's factors in full: no factor has more than 17 digits. */
export const FareDecimal = Decimal.clone({ precision: 80 })

/** Where an installation rounds: `decimal` places of the settings, at most the `exponent` of its currency. */
export interface Precision {
  readonly decimal: number
  readonly exponent: number
}

/**
 * Minor units of an amount in major units, rounded half up to `decimal` places [design/money-2]. Throws RangeError when
 * the result is not a safe integer.
 */
export const roundAmount = (major: Decimal, { decimal, exponent }: Precision): Minor => {
  const rounded = major.toDecimalPlaces(Math.max(0, Math.min(decimal, exponent)), Decimal.ROUND_HALF_UP)
  const minor = rounded.times(new FareDecimal(10).pow(exponent)).toNumber()
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a safe amount: ${major.toString()}`)
  return minor === 0 ? 0 : minor
}

/** Major units of minor ones, exactly. */
export const asMajor = (minor: Minor, exponent: number): Decimal =>
  new FareDecimal(minor).div(new FareDecimal(10).pow(exponent))

/**
 * Minor units of an amount that a car type or a slab stores in major units, rounded the same way; below 0 counts as 0.
 */
export const minorAmount = (major: number, precision: Precision): Minor =>
  roundAmount(new FareDecimal(Math.max(0, major)), precision)
