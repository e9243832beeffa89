/** Minutes that a driver needs between two planned trips, for the way to the next pickup. */
const betweenMinutes = 10

/** A planned trip with its drivers: the one that accepted it, or the reserved ones. */
export interface PlannedTrip {
  readonly id: string
  /** ms */
  readonly tripdate: number
  /** seconds */
  readonly estimateTime: number
  readonly drivers: readonly { readonly id: string }[]
}

/**
 * Ids of trips that one driver cannot drive both: the next pickup comes before the end of the trip before and the way
 * between them [booking-73].
 */
export const overlappingTrips = (trips: readonly PlannedTrip[]): ReadonlySet<string> => {
  const found = new Set<string>()
  /** of each driver the trip that ends last so far */
  const last = new Map<string, { readonly id: string; readonly end: number }>()
  for (const { id, tripdate, estimateTime, drivers } of trips.toSorted((a, b) => a.tripdate - b.tripdate))
    for (const driver of drivers) {
      const before = last.get(driver.id)
      if (before !== undefined && tripdate < before.end) {
        found.add(before.id)
        found.add(id)
      }
      const end = tripdate + estimateTime * 1000 + betweenMinutes * 60_000
      if (before === undefined || end > before.end) last.set(driver.id, { id, end })
    }
  return found
}
