import { Decimal } from 'decimal.js'

/** What the formula of a fare needs of numbers; all of them are 0 or more. */
export interface Arithmetic<N> {
  readonly of: (decimal: number) => N
  readonly plus: (a: N, b: N) => N
  readonly times: (a: N, b: N) => N
  readonly max: (a: N, b: N) => N
}

/** Quick. Each step is off by at most half a unit in the last of 53 bits, and sums of what is not below 0 add nothing. */
export const inDoubles: Arithmetic<number> = {
  of: (decimal) => decimal,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  max: (a, b) => (a > b ? a : b),
}

/** Holds every product of a fare's factors in full: no factor has more than 17 digits. */
const Exact = Decimal.clone({ precision: 80 })

/** Exact: a number counts as the decimal it is written as. */
export const inDecimals: Arithmetic<Decimal> = {
  of: (decimal) => new Exact(decimal),
  plus: (a, b) => a.plus(b),
  times: (a, b) => a.times(b),
  max: (a, b) => Exact.max(a, b),
}
