/** The zeros of Latin, Arabic-Indic, Persian, Devanagari and full-width digits; nine follow each. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10]
const one = `[${zeros.map((zero) => String.fromCharCode(zero, 0x2d, zero + 9)).join('')}]`

/** Text of digits alone, in the scripts that `latinDigits` reads. */
export const digitsAlone = new RegExp(`^${one}+$`)

/** The text with the digits of other scripts as the Latin ones. */
export const latinDigits = (text: string): string =>
  text.replace(new RegExp(one, 'g'), (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
  })

/** The digits of a typed code, as Latin ones, without anything between them. */
export const digitsOf = (typed: string): string => latinDigits(typed).replace(/\D/g, '')
