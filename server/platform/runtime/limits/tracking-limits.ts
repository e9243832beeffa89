/** Limits of positions. */
export const trackingLimits = {
  /** A higher speed between two fixes is an impossible jump; multiplied by `simulatedSpeed`. */
  jumpKmPerHour: 200,
  /** Without a trip, a last position older than this, divided by `simulatedSpeed`, is not compared. */
  jumpForgetSeconds: 300,
  fixesPerBatch: 500,
  /** Waiting batches per driver [design/tracking-46]. */
  batchesWaiting: 8,
  /** Fixes further in the future are refused; clocks of phones differ. */
  futureSeconds: 30,
  /** Older fixes are refused: no phone keeps them for longer. */
  oldestHours: 12,
  /** A command takes a position of at most this age for the driver's place now. */
  freshSeconds: 30,
}
