/** Limits of push messages. */
export const pushLimits = {
  /** Lease of a claimed push. Longer than sending its batch takes. */
  leaseSeconds: 120,
  /** Timeout of one call to a push service. */
  answerMs: 10_000,
  /** Sent concurrently, claimed per query, and sent in one run of the sweep. */
  parallel: 10,
  claimedAtOnce: 50,
  sentAtOnce: 500,
  /** Devices that the job of a notification adds per transaction. */
  audienceAtOnce: 1000,
  /** How long a notification of the office waits for a device. */
  notificationHours: 24,
  /** Messages of one person to the other side of bookings. */
  messagesPerPerson: { max: 10, windowSeconds: 600 },
  /** Pushes of notices are kept. */
  keepDays: 7,
  /** Pushes of a notification are kept after its last sending. */
  notificationDays: 365,
  deletedAtOnce: 5000,
}
