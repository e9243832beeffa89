import type { NoticeKey } from '../notices/notice-texts.ts'

/** What is of use for this long only, s: a request is answered in seconds, and a car waits for minutes. */
const short: Readonly<Partial<Record<NoticeKey, number>>> = {
  notice_new_booking: 60,
  notice_accepted: 1800,
  notice_arrived: 1800,
  notice_arrived_unconfirmed: 1800,
  notice_wrong_code: 600,
  notice_code_locked: 1800,
  notice_delivery_code_locked: 1800,
  notice_rebooked: 1800,
}

const day = 24 * 3600

/** How long a push of this notice is of use after the notice, s; then it is not shown any more [design/push-13]. */
export const pushLife = (message: string): number => short[message as NoticeKey] ?? day

/** Notices that wake a sleeping phone: what happens on a trip right now. */
export const isUrgent = (message: string): boolean => short[message as NoticeKey] !== undefined

/** Pauses after a try that was not accepted, s; the last one repeats. */
const pauses = [5, 15, 60, 300, 900, 3600]

/** When a push that was not accepted is sent again, ms since 1970; null: it would come too late. `tries` counts this one. */
export const nextPush = ({
  tries,
  now,
  expiresAt,
}: {
  readonly tries: number
  readonly now: number
  readonly expiresAt: number
}): number | null => {
  const at = now + 1000 * (pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  return at < expiresAt ? at : null
}
