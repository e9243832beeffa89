import type { NoticeKey } from '../notices/notice-texts.ts'

const day = 24 * 3600

/**
 * Events of a trip, with the time after which each expires, s. Those that name an amount, or may concern a trip on
 * another day, expire after a day.
 */
const urgent: Readonly<Partial<Record<NoticeKey, number>>> = {
  notice_new_booking: 60,
  notice_assigned: 300,
  notice_needs_driver: day,
  notice_accepted: 1800,
  notice_arrived: 1800,
  notice_arrived_no_code: 1800,
  notice_arrived_unconfirmed: 1800,
  notice_started: 1800,
  notice_delivered: day,
  notice_parcel_back: day,
  notice_wrong_code: 600,
  notice_code_locked: 1800,
  notice_trip_code_renewed: 1800,
  notice_delivery_code_locked: 1800,
  notice_delivery_code_renewed: 1800,
  notice_rebooked: 1800,
  notice_cancelled_rider: 1800,
  notice_cancelled_driver: 1800,
  notice_cancelled_driver_fee: day,
  notice_cancelled_driver_fee_pending: day,
  notice_cancelled_office: day,
  notice_ended_office: 1800,
  notice_no_driver: 600,
  notice_expired: 1800,
  notice_no_show: day,
  notice_no_show_owed: day,
  notice_no_show_free: 1800,
  notice_could_not_deliver: day,
  notice_could_not_deliver_free: 1800,
  notice_message_driver: 1800,
  notice_message_rider: 1800,
  notice_chat: 1800,
  notice_safety_question: 300,
  notice_alert_rider: 1800,
  notice_alert_driver: 1800,
  notice_alert_taken: 1800,
}

/** How long after its notice a push is useful, s; after that it is not sent [design/push-13]. */
export const pushLife = (message: string): number => urgent[message as NoticeKey] ?? day

/** Whether it is sent with high urgency, which wakes a sleeping phone [design/push-33]. */
export const isUrgent = (message: string): boolean => urgent[message as NoticeKey] !== undefined

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
