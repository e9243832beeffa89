/** Limits of mails and SMS. */
export const mailLimits = {
  /** Pauses in minutes after a temporary refusal, or no answer to the whole message; after one more it has failed. */
  retryMinutes: [1, 5, 15, 60, 240, 720, 1440],
  /** Longest pause while the provider is not reached. */
  silentMinutes: 15,
  /** What was not handed over within this time has failed. */
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
  /** What one address gets within the window; more waits. */
  perRecipient: { mail: { max: 20, windowSeconds: 3600 }, sms: { max: 10, windowSeconds: 86_400 } },
  keepDays: { sent: 30, failed: 90 },
}
