import type { Rate } from '../limits.ts'

/** Limits of push messages. */
export interface PushLimits {
  /** Lease of a claimed push. Longer than sending its batch takes. */
  readonly leaseSeconds: number
  /** Timeout of one call to a push service. */
  readonly answerMs: number
  /** Sent concurrently, claimed per query, and sent in one run of the sweep. */
  readonly parallel: number
  readonly claimedAtOnce: number
  readonly sentAtOnce: number
  /** Devices that the job of a notification adds per transaction. */
  readonly audienceAtOnce: number
  /** How long a notification of the office waits for a device. */
  readonly notificationHours: number
  /** Messages of one person to the other side of bookings. */
  readonly messagesPerPerson: Rate
  readonly keepDays: number
  readonly deletedAtOnce: number
}

export const pushLimits: PushLimits = {
  leaseSeconds: 120,
  answerMs: 10_000,
  parallel: 10,
  claimedAtOnce: 50,
  sentAtOnce: 500,
  audienceAtOnce: 1000,
  notificationHours: 24,
  messagesPerPerson: { max: 10, windowSeconds: 600 },
  keepDays: 7,
  deletedAtOnce: 5000,
}
