/** Integer minor units of the installation's currency (design §7); a safe integer. */
export type Minor = number

/** Decimal amount on the wire from minor units; exact for every safe integer below 10^15. */
export const toMajor = (minor: Minor, exponent: number): number => minor / 10 ** exponent

/** Minor units from a decimal amount of the wire, half up in the last place. */
export const toMinor = (major: number, exponent: number): Minor => {
  const minor = Math.sign(major) * Math.round(Number((Math.abs(major) * 10 ** exponent).toPrecision(15)))
  if (!Number.isSafeInteger(minor)) throw new RangeError(`no safe amount: ${major}`)
  return minor === 0 ? 0 : minor
}
