import { dayMs, minuteMs } from '../kit/durations.ts'

/** The next of these ages (minutes since the start) as a time, ms; null: all have passed. */
export const nextByAge = (ages: readonly number[], startedAt: number, now: number): number | null => {
  const next = ages.find((minutes) => startedAt + minutes * minuteMs > now)
  return next === undefined ? null : startedAt + next * minuteMs
}

/**
 * When a gateway that gave no answer is asked again, ms: after a tenth of the age, at least a minute and at most a day,
 * and not later than an answer would have been [design/payments-61].
 */
export const nextAfterSilence = (ages: readonly number[], startedAt: number, now: number): number => {
  const pause = Math.min(Math.max((now - startedAt) / 10, minuteMs), dayMs)
  return Math.round(Math.min(nextByAge(ages, startedAt, now) ?? Number.POSITIVE_INFINITY, now + pause))
}
