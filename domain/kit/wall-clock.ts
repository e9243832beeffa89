import { dayAt } from './calendar-day.ts'
import { dateFormat } from './kept-formats.ts'

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
