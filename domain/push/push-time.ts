import type { NoticeKey } from '../notices/notice-texts.ts'

/** Notices that are useful for a short time only, s: a request is answered within seconds, a car waits for minutes. */
const short: Readonly<Partial<Record<NoticeKey, number>>> = {
  notice_new_booking: 60,
  notice_accepted: 1800,
  notice_arrived: 1800,
  notice_arrived_no_code: 1800,
  notice_arrived_unconfirmed: 1800,
  notice_wrong_code: 600,
  notice_code_locked: 1800,
  notice_delivery_code_locked: 1800,
  notice_rebooked: 1800,
  notice_chat: 1800,
  notice_safety_question: 300,
  notice_alert_rider: 1800,
  notice_alert_driver: 1800,
  notice_alert_taken: 1800,
}

/** Sent with high urgency too, and useful for a day: the sender waits for it elsewhere [design/push-32]. */
const urgentForADay: ReadonlySet<string> = new Set<NoticeKey>(['notice_delivered', 'notice_parcel_back'])

const day = 24 * 3600

/** How long after its notice a push is useful, s; after that it is not sent [design/push-13]. */
export const pushLife = (message: string): number => short[message as NoticeKey] ?? day

/** Notices sent with high urgency, which wake a sleeping phone: events of the current trip. */
export const isUrgent = (message: string): boolean =>
  short[message as NoticeKey] !== undefined || urgentForADay.has(message)

/** Pauses after a failed try, s; the last one repeats. */
const pauses = [5, 15, 60, 300, 900, 3600]

/**
 * When a failed push is retried, ms since 1970; null: it will have expired by then. `tries` includes the failed try.
 */
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
