/** Minor units of the installation's currency [design/money-1]: a safe integer. */
export type Minor = number

/** The decimal amount for the wire; exact for amounts below 10^15. */
export const toMajor = (minor: Minor, exponent: number): number => minor / 10 ** exponent

/** Minor units of a decimal amount from the wire, rounded half up. Throws RangeError beyond safe integers. */
export const toMinor = (major: number, exponent: number): Minor => {
  const minor = Math.sign(major) * Math.round(Number((Math.abs(major) * 10 ** exponent).toPrecision(15)))
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a safe amount: ${major}`)
  return minor === 0 ? 0 : minor
}

/** The sum of amounts from the wire, without an error of doubles: 311.1 - 231.2 is 79.9. */
export const sumMajor = (amounts: readonly number[], exponent: number): number =>
  toMajor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, exponent), 0),
    exponent,
  )

/** Whether an amount from the wire has no more than `decimal` places, those of the settings [design/money-2]. */
export const isAmount = (major: number, { decimal, exponent }: { decimal: number; exponent: number }): boolean => {
  const minor = toMinor(major, exponent)
  return toMajor(minor, exponent) === major && minor % 10 ** Math.max(0, exponent - decimal) === 0
}
