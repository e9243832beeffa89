/**
 * Parses a typed amount: digits of any supported script, decimal comma or point. Undefined: empty; null: invalid.
 * Arabic-Indic and Persian digits are read like the Latin ones.
 */
export const amountIn = (typed: string): number | null | undefined => {
  const plain = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[,٫]/, '.')
  if (plain === '') return undefined
  return /^\d{1,12}(\.\d{1,4})?$/.test(plain) ? Number(plain) : null
}
