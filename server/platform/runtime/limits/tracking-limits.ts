/** Limits of positions. */
export interface TrackingLimits {
  /** A higher speed between two fixes is an impossible jump; multiplied by `simulatedSpeed`. */
  readonly jumpKmPerHour: number
  /** Without a trip, a last position older than this, divided by `simulatedSpeed`, is not compared. */
  readonly jumpForgetSeconds: number
  readonly fixesPerBatch: number
  /** Fixes further in the future are refused; clocks of phones differ. */
  readonly futureSeconds: number
  /** Older fixes are refused: no phone keeps them for longer. */
  readonly oldestHours: number
  /** A command takes a position of at most this age for the driver's place now. */
  readonly freshSeconds: number
}

export const trackingLimits: TrackingLimits = {
  jumpKmPerHour: 200,
  jumpForgetSeconds: 300,
  fixesPerBatch: 500,
  futureSeconds: 30,
  oldestHours: 12,
  freshSeconds: 30,
}
