import { addDays } from '@remis/domain/kit/calendar-day'

export const periods = ['today', 'week', 'month', 'last_month', 'free'] as const
export type Period = (typeof periods)[number]

export interface Days {
  readonly from: string
  readonly until: string
}

const write = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** First and last day of a month, the first month being 1. */
export const daysOfMonth = (year: number, month: number): Days => ({
  from: write(Date.UTC(year, month - 1, 1)),
  until: write(Date.UTC(year, month, 0)),
})

/** The days of a period until today, both included; a week begins on Monday. `free` has none. */
export const daysOf = (period: Exclude<Period, 'free'>, today: string): Days => {
  const date = new Date(today)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  switch (period) {
    case 'today':
      return { from: today, until: today }
    case 'week':
      return { from: addDays(today, -((date.getUTCDay() + 6) % 7)), until: today }
    case 'month':
      return { from: write(Date.UTC(year, month, 1)), until: today }
    case 'last_month':
      return daysOfMonth(year, month)
  }
}
