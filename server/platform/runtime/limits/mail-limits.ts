import type { Rate } from '../limits.ts'

/** Limits of mails and SMS. */
export interface MailLimits {
  /** Pauses in minutes after a temporary refusal, or no answer to the whole message; after one more it has failed. */
  readonly retryMinutes: readonly number[]
  /** Longest pause while the provider is not reached. */
  readonly silentMinutes: number
  /** What was not handed over within this time has failed. */
  readonly giveUpHours: number
  /** Lease of a row: no other turn sends it for this long. Longer than `sendMs`. */
  readonly leaseSeconds: number
  /** Connecting, a mail server's greeting, and the answer of an SMS gateway. */
  readonly answerMs: number
  /** Handing over one mail, all in all. */
  readonly sendMs: number
  /** Sent at a time, and in one turn of the sweep. */
  readonly parallel: number
  readonly sentAtOnce: number
  /** What one address gets within the window; more waits. */
  readonly perRecipient: Readonly<Record<'mail' | 'sms', Rate>>
  readonly keepDays: { readonly sent: number; readonly failed: number }
}

export const mailLimits: MailLimits = {
  retryMinutes: [1, 5, 15, 60, 240, 720, 1440],
  silentMinutes: 15,
  giveUpHours: 72,
  leaseSeconds: 120,
  answerMs: 15_000,
  sendMs: 60_000,
  parallel: 4,
  sentAtOnce: 50,
  perRecipient: { mail: { max: 20, windowSeconds: 3600 }, sms: { max: 10, windowSeconds: 86_400 } },
  keepDays: { sent: 30, failed: 90 },
}
