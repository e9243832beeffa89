/** Limits of the search for drivers. */
export const dispatchLimits = {
  sweepSeconds: 1,
  /** A search without a new driver to ask is retried after this. */
  checkAgainSeconds: 3,
  /** Dispatch records, offers that were not accepted and their notices are deleted after this long. */
  keepDays: 30,
  offerSeconds: 20,
  assignedOfferMinutes: 5,
  /** An admin who assigns waits this long for driving times, then gets the list without them. */
  assignRoadMs: 1500,
  /** After a rider's cancel, the drivers who were asked get no offer of another booking of that rider for this long. */
  sameRiderPauseSeconds: 120,
  /** Bookings processed in parallel, so that many for the same time are released in time. */
  bookingsInParallel: 5,
}
