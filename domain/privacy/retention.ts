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
} as const
