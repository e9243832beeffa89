import { dayMs } from './durations.ts'
import { dateFormat } from './kept-formats.ts'

/** The calendar day in a zone, YYYY-MM-DD, at a moment in ms. */
export const dayAt = (ms: number, timeZone: string): string =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms)

/** The calendar day this many days later; days have no hours here, so a change of the clocks does not matter. */
export const addDays = (day: string, days: number): string =>
  // oxlint-disable-next-line no-restricted-globals -- reads the given day, not the clock
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Whether this is a day of this century that exists, YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  // oxlint-disable-next-line no-restricted-globals -- reads the given day, not the clock
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** A month of the reports in a language, 1 to 12; Gregorian in every language [reports-23]. */
export const monthName = (
  { year, month }: { readonly year: number; readonly month: number },
  locale: string,
  form: 'month' | 'month-year' = 'month',
): string =>
  dateFormat(locale, {
    month: 'long',
    ...(form === 'month' ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
    // oxlint-disable-next-line no-restricted-globals -- reads the given month, not the clock
  }).format(Date.UTC(year, month - 1))

/** 'HH:mm:ss' in the operator's zone, as in `trip_start_time` and `trip_end_time` [design/api-29]. `at` in ms. */
export const wallClock = (at: number, timeZone: string): string =>
  dateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** 'YYYY-MM-DD HH:mm' in the operator's zone, for exported files. `at` in ms. */
export const dayAndTime = (at: number, timeZone: string): string =>
  `${dayAt(at, timeZone)} ${wallClock(at, timeZone).slice(0, 5)}`
