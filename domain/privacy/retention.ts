/** How long what is kept for a time is kept; the table of it is in docs/design/privacy.md [design/privacy-1]. */
export const retention = {
  /** the last position of a driver without a trip */
  idlePositionHours: 24,
  /** one-time codes, counted from their expiry */
  codeHours: 24,
  /** sessions with their device and address, counted from their end */
  sessionDays: 90,
  /** the network address of a payer, counted from the attempt */
  payerAddressDays: 90,
  /** alerts with their positions and notes, counted from their closing [design/safety-14] */
  alertDays: 365,
  /** questions to riders whether everything is all right */
  safetyQuestionDays: 30,
} as const
