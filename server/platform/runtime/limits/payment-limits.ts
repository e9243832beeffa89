import type { Rate } from '../limits.ts'

/** Limits of card payments and refunds. */
export interface PaymentLimits {
  /** The most one top-up may add, in major units: a few thousand dollars where the dong or the rupiah is used. */
  readonly topUpMost: number
  /** Per payer and minute: attempts started. */
  readonly startsPerPayer: Rate
  /** Per address: returns, cancels and webhooks. */
  readonly answersPerAddress: Rate
  /** Timeout of one call to a gateway. */
  readonly gatewayMs: number
  /** Largest difference between a signature's time and ours. */
  readonly signatureSeconds: number
  /** Ages in minutes at which an open attempt is looked up; answered after the last, it is EXPIRED. */
  readonly checkMinutes: readonly number[]
  /** Ages in minutes at which it is looked up after that: a buyer may have paid late, and the notice may be lost. */
  readonly lateCheckMinutes: readonly number[]
  /** A gateway that is silent this long leaves the attempt to the office. */
  readonly silentDays: number
  /** Ages in minutes at which a refund is tried; refused after the last, the wallet is credited instead. */
  readonly refundMinutes: readonly number[]
  /** The gateway must have refused at least this often before the wallet is credited. */
  readonly refundRefusals: number
  readonly refundPollMinutes: number
  /** Lease of an attempt or a refund: no other node takes it for this long. Longer than one call and its settlement. */
  readonly leaseSeconds: number
  /** Calls at a time to one gateway, and rows per turn of its sweep. */
  readonly gatewayCallsInParallel: number
  readonly sweepAtOnce: number
}

export const paymentLimits: PaymentLimits = {
  topUpMost: 100_000_000,
  startsPerPayer: { max: 20, windowSeconds: 60 },
  answersPerAddress: { max: 600, windowSeconds: 60 },
  gatewayMs: 15_000,
  signatureSeconds: 300,
  checkMinutes: [2, 5, 15, 30, 60, 180, 360, 1440, 4320],
  lateCheckMinutes: [7 * 1440, 13 * 1440],
  silentDays: 14,
  // 1, 5, 15 minutes, 1, 6, 24 hours, then daily to the 14th day
  refundMinutes: [1, 5, 15, 60, 360, ...Array.from({ length: 14 }, (_, day) => (day + 1) * 1440)],
  refundRefusals: 3,
  refundPollMinutes: 60,
  leaseSeconds: 60,
  gatewayCallsInParallel: 5,
  sweepAtOnce: 20,
}
