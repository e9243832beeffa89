const zero = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const four = 'CLF UYW'.split(' ')

/**
 * Decimal places of a currency by ISO 4217; 2 for a code it does not list. Written down here because Intl follows CLDR,
 * which says otherwise for some currencies and changes with the browser: stored minor units must never change meaning.
 */
export const exponentOf = (code: string): number => {
  if (zero.includes(code)) return 0
  if (three.includes(code)) return 3
  return four.includes(code) ? 4 : 2
}
