/** Limits of the search for drivers. */
export interface DispatchLimits {
  readonly sweepSeconds: number
  /** A search without a new driver to ask is retried after this. */
  readonly lookAgainSeconds: number
  /** Dispatch records, offers that were not accepted and their notices are deleted after this long. */
  readonly keepDays: number
  readonly offerSeconds: number
  readonly assignedOfferMinutes: number
  /** An admin who assigns waits this long for driving times, then gets the list without them. */
  readonly assignRoadMs: number
  /** After a rider's cancel, the drivers who were asked get no offer of another booking of that rider for this long. */
  readonly sameRiderPauseSeconds: number
  /** Bookings processed in parallel, so that many for the same time are released in time. */
  readonly bookingsInParallel: number
}

export const dispatchLimits: DispatchLimits = {
  sweepSeconds: 1,
  lookAgainSeconds: 3,
  keepDays: 30,
  offerSeconds: 20,
  assignedOfferMinutes: 5,
  assignRoadMs: 1500,
  sameRiderPauseSeconds: 120,
  bookingsInParallel: 5,
}
