import { numberFormat } from './kept-formats.ts'

/** The settings that money formatting needs [design/web-14]. */
export interface MoneyStyle {
  readonly symbol: string
  /** decimals shown */
  readonly decimal: number
  /** decimals shown where the amount has them; without it as many as `decimal` */
  readonly mostDecimals?: number
  /** the symbol is after the number */
  readonly swipe_symbol: boolean
}

/** A no-break space keeps symbol and number together; the isolate keeps their order in right-to-left text. */
const together = (first: string, second: string) => `\u2068${first}\u00a0${second}\u2069`

/** Money (major units) in the digits of the language, symbol before or after by `swipe_symbol`. */
export const formatMoney = (amount: number, style: MoneyStyle, locale: string): string => {
  const most = Math.max(style.decimal, style.mostDecimals ?? 0)
  const digits = { minimumFractionDigits: style.decimal, maximumFractionDigits: most }
  const number = numberFormat(locale, digits).format(Math.abs(amount))
  const minus = amount < 0 ? '\u2212' : ''
  return style.swipe_symbol ? together(minus + number, style.symbol) : together(minus + style.symbol, number)
}
