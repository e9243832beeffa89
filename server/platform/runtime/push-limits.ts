import type { Rate } from './limits.ts'

/** Limits of push messages. */
export interface PushLimits {
  /** Lease of a row: no other turn sends it for this long. Longer than a turn of its batch. */
  readonly leaseSeconds: number
  /** Timeout of one call to a push service. */
  readonly answerMs: number
  /** Sent at a time, read at once, and sent in one turn of the sweep. */
  readonly abreast: number
  readonly claimedAtOnce: number
  readonly sentAtOnce: number
  /** Devices that the job of a notification adds at once. */
  readonly audienceAtOnce: number
  /** How long a notification of the office waits for a device. */
  readonly notificationHours: number
  /** Messages that one person sends to the other side of bookings. */
  readonly messagesPerPerson: Rate
  readonly keepDays: number
  readonly deletedAtOnce: number
}

export const pushLimits: PushLimits = {
  leaseSeconds: 120,
  answerMs: 10_000,
  abreast: 10,
  claimedAtOnce: 50,
  sentAtOnce: 500,
  audienceAtOnce: 1000,
  notificationHours: 24,
  messagesPerPerson: { max: 10, windowSeconds: 600 },
  keepDays: 7,
  deletedAtOnce: 5000,
}
