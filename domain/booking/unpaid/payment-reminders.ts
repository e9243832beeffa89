import { dayMs, hourMs } from '../../kit/durations.ts'

/** Reminders of one unpaid booking at most. */
export const mostReminders = 8

/**
 * When the rider of an unpaid booking is reminded next, ms: one hour and one day after it became PENDING, then every
 * week; null after the last one [design/money-49]. `sent`: reminders so far.
 */
export const nextReminder = (unpaidSince: number, sent: number): number | null => {
  if (sent >= mostReminders) return null
  return unpaidSince + (sent === 0 ? hourMs : dayMs + (sent - 1) * 7 * dayMs)
}

/**
 * How many reminders count as sent after one is sent now: those that came due before while the server was down are
 * skipped, so that they do not all come at once [design/money-49].
 */
export const sentAfterReminder = (unpaidSince: number, sent: number, now: number): number => {
  let done = sent + 1
  for (let due = nextReminder(unpaidSince, done); due !== null && due <= now; due = nextReminder(unpaidSince, done))
    done++
  return done
}
