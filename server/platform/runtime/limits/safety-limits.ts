/** Limits of the safety questions to riders. */
export const safetyLimits = {
  /**
   * No question becomes an alert for this time (ms) after a start, or after a longer pause of the sweep, so that pages
   * can resend answers first [design/safety-5], [design/safety-23]. 0, or longer than the time between two turns of the
   * sweep.
   */
  answersFirstMs: 30_000,
}
