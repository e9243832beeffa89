/** Limits of the safety questions to riders. */
export const safetyLimits = {
  /**
   * For this time after a start or a pause of the sweep no question becomes an alert, ms: a page that could not send
   * repeats its answer within it [design/safety-5], [design/safety-23].
   */
  answersFirstMs: 30_000,
}
