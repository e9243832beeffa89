/** Limits of the safety questions to riders. */
export const safetyLimits = {
  /**
   * For this time after a start, and after a pause of the sweep that is longer than it, no question becomes an alert,
   * ms: a page that could not send repeats its answer within it [design/safety-5], [design/safety-23]. It is 0, or
   * longer than the time between two turns of the sweep.
   */
  answersFirstMs: 30_000,
}
