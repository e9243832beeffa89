/** Limits of card payments and refunds. */
export const paymentLimits = {
  /** The most one top-up may add, in major units: a few thousand dollars where the dong or the rupiah is used. */
  topUpMost: 100_000_000,
  /** Per payer and minute: attempts started. */
  startsPerPayer: { max: 20, windowSeconds: 60 },
  /** Per address: returns, cancels and webhooks. */
  answersPerAddress: { max: 600, windowSeconds: 60 },
  /** Timeout of one call to a gateway. */
  gatewayMs: 15_000,
  /** Delay of a payment "later" at the trial's gateway. */
  trialLaterMs: 10_000,
  /** Largest difference between a signature's time and ours. */
  signatureSeconds: 300,
  /** Ages in minutes at which an open attempt is looked up; answered after the last, it is EXPIRED. */
  checkMinutes: [2, 5, 15, 30, 60, 180, 360, 1440, 4320],
  /** Ages in minutes at which an expired attempt is looked up: a late payment's webhook may be lost. */
  lateCheckMinutes: [7 * 1440, 13 * 1440],
  /** A gateway that is silent this long leaves the attempt to the office. */
  silentDays: 14,
  /** Ages in minutes at which a refund is tried; refused after the last, the wallet is credited instead. */
  // 1, 5, 15 minutes, 1, 6, 24 hours, then daily to the 14th day
  refundMinutes: [1, 5, 15, 60, 360, ...Array.from({ length: 14 }, (_, day) => (day + 1) * 1440)],
  /** The gateway must have refused at least this often before the wallet is credited. */
  refundRefusals: 3,
  refundPollMinutes: 60,
  /** Lease of an attempt or a refund: no other node takes it for this long. Longer than one call and its settlement. */
  leaseSeconds: 60,
  /** Calls at a time to one gateway, and rows per turn of its sweep. */
  gatewayCallsInParallel: 5,
  sweepAtOnce: 20,
}

const day = 86_400

/** Limits of outside maps services [design/maps-82]. */
export const mapsLimits = {
  /** Timeout of one request; matching a long track takes longer. */
  answerMs: 3000,
  matchMs: 10_000,
  replyBytes: 4 * 1024 * 1024,
  /** Pause before the one retry. */
  retryMs: 200,
  /** After this many failures in a row a service is not called for `pauseSeconds`; then one request tries again. */
  failures: 5,
  pauseSeconds: 30,
  /** Lifetime in seconds and maximum size of the cache for each kind of answer. */
  cache: {
    search: { seconds: 300, most: 5000 },
    place: { seconds: day, most: 5000 },
    address: { seconds: 3600, most: 5000 },
    route: { seconds: 120, most: 500 },
    drive: { seconds: 60, most: 5000 },
  },
  /**
   * Location calls of one person to outside services within the window, so that one person cannot exhaust the daily
   * ceiling.
   */
  perPerson: { max: 2000, windowSeconds: day },
  /** Part of the daily spend that one person may cause within that window. */
  personShare: 0.1,
  /** Part of the daily ceilings of a service that is kept for fares. */
  fareReserve: 0.3,
}

export type MapsLimits = typeof mapsLimits

/** Lifetimes and sizes of the caches of a service's answers. */
export type MapsCache = keyof MapsLimits['cache']

/** Limits of mails and SMS. */
export const mailLimits = {
  /** Pauses in minutes after a temporary refusal, or no answer to the whole message; one more failure is final. */
  retryMinutes: [1, 5, 15, 60, 240, 720, 1440],
  /** Longest pause while the provider is not reached. */
  silentMinutes: 15,
  /** A message that was not handed over within this time has failed. */
  giveUpHours: 72,
  /** Lease of a row: no other turn sends it for this long. Longer than `sendMs`. */
  leaseSeconds: 120,
  /** Connecting, a mail server's greeting, and the answer of an SMS gateway. */
  answerMs: 15_000,
  /** Handing over one mail, all in all. */
  sendMs: 60_000,
  /** Sent at a time, and in one turn of the sweep. */
  parallel: 4,
  sentAtOnce: 50,
  /** Messages to one address within the window; further ones wait. */
  perRecipient: { mail: { max: 20, windowSeconds: 3600 }, sms: { max: 10, windowSeconds: 86_400 } },
  keepDays: { sent: 30, failed: 90 },
}

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
  /** Days that pushes of notices are kept. */
  keepDays: 7,
  /** Days that pushes of a notification are kept after its last sending. */
  notificationDays: 365,
  deletedAtOnce: 5000,
}
