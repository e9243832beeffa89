const zero = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const four = 'CLF UYW'.split(' ')

/**
 * Decimal places of a currency by ISO 4217 [design/money-1]; 2 for a code that is not listed here. Not from Intl, which
 * follows CLDR: that differs for some currencies and changes with the browser, and stored minor units must keep their
 * meaning.
 */
export const exponentOf = (code: string): number => {
  if (zero.includes(code)) return 0
  if (three.includes(code)) return 3
  return four.includes(code) ? 4 : 2
}
