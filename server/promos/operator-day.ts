/** The calendar day in the operator's zone, YYYY-MM-DD, at a moment in ms. `promo_validity` includes its day [design/money-24]. */
export const operatorDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
