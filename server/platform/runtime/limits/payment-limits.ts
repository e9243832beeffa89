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
  /** Ages in minutes at which it is looked up after that: a buyer may have paid late, and the notice may be lost. */
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
