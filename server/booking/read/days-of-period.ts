import type { Period } from '@remis/domain/booking/list/list-filters'
import { addDays } from '@remis/domain/kit/calendar-day'

/** First and last day of a period as offsets from today. */
const offsets: Readonly<Record<Period, readonly [number, number]>> = {
  today: [0, 0],
  tomorrow: [1, 1],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
}

/** First and last day of the period, YYYY-MM-DD. `today` is the operator's day. */
export const daysOfPeriod = (period: Period, today: string): { readonly from: string; readonly to: string } => {
  const [first, last] = offsets[period]
  return { from: addDays(today, first), to: addDays(today, last) }
}
