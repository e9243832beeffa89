import { Decimal } from 'decimal.js'
import type { Minor } from '../kit/money.ts'

/** Where an installation rounds: `decimal` places of settings, at most the `exponent` of its currency. */
export interface Precision {
  readonly decimal: number
  readonly exponent: number
}

/** Minor units of an amount in major units, rounded half up to `decimal` places (design §7). Refuses unsafe amounts. */
export const roundAmount = (major: Decimal, { decimal, exponent }: Precision): Minor => {
  const rounded = major.toDecimalPlaces(Math.max(0, Math.min(decimal, exponent)), Decimal.ROUND_HALF_UP)
  const minor = rounded.times(new Decimal(10).pow(exponent)).toNumber()
  if (!Number.isSafeInteger(minor)) throw new RangeError(`no safe amount: ${major.toString()}`)
  return minor === 0 ? 0 : minor
}

/** Doubles of fares are off by less than this part of themselves: 24 steps and inputs, half of 2^-52 each, and room. */
const DOUBT = 2 ** -46

/** The same of an amount known as a double only, or undefined when its error could decide which way it is rounded. */
export const roundIfSure = (major: number, { decimal, exponent }: Precision): Minor | undefined => {
  const places = Math.max(0, Math.min(decimal, exponent))
  const scaled = major * (powersOfTen[places] ?? NaN)
  const up = Math.floor(scaled + 0.5)
  const sure = Math.abs(scaled + 0.5 - up) > scaled * DOUBT && Math.abs(scaled - 0.5 - up) > scaled * DOUBT
  const minor = up * (powersOfTen[exponent - places] ?? NaN)
  return sure && Number.isSafeInteger(minor) ? minor : undefined
}

const powersOfTen = [1, 10, 100, 1000, 10_000]

/** Major units of minor ones, exactly. */
export const asMajor = (minor: Minor, exponent: number): Decimal =>
  new Decimal(minor).div(new Decimal(10).pow(exponent))

/** The same for an amount of a car type or a slab as it is stored; below 0 counts as 0. */
export const minorAmount = (major: number, precision: Precision): Minor =>
  roundAmount(new Decimal(Math.max(0, major)), precision)
