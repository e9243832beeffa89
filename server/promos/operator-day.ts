import { dayAt } from '@remis/domain/kit/calendar-day'

/** The day of the operator at a moment in ms; `promo_validity` includes its day [design/money-24]. */
export const operatorDay = (at: number, timeZone: string): string => dayAt(at, timeZone)
