import type { Minor } from '../kit/money.ts'
import { fareOf, type DrivenTrip } from './fare.ts'
import type { Tariff } from './tariff.ts'

/** What trips cost at one tariff, minor units. */
export interface RateSums {
  readonly sum: Minor
  /** the middle price; of an even number the lower of the two */
  readonly median: Minor
  /** the platform's part of the sum */
  readonly fees: Minor
}

export interface RateComparison {
  readonly now: RateSums
  readonly next: RateSums
  /** trips that would have cost more, and less */
  readonly dearer: number
  readonly cheaper: number
}

interface Priced {
  readonly tripCost: Minor
  readonly convenienceFees: Minor
}

const sumsOf = (fares: readonly Priced[]): RateSums => {
  const costs = fares.map(({ tripCost }) => tripCost).toSorted((a, b) => a - b)
  return {
    sum: costs.reduce((sum, cost) => sum + cost, 0),
    median: costs[Math.ceil(costs.length / 2) - 1] ?? 0,
    fees: fares.reduce((sum, { convenienceFees }) => sum + convenienceFees, 0),
  }
}

/** One trip at both tariffs, by the formula that prices bookings. */
export const pricedAtBoth = (trip: DrivenTrip, now: Tariff, next: Tariff): { now: Priced; next: Priced } => ({
  now: fareOf(now, trip),
  next: fareOf(next, trip),
})

/** Sums up trips that were priced at two tariffs of the same currency [design/catalogue-8]. */
export const comparePrices = (trips: readonly { readonly now: Priced; readonly next: Priced }[]): RateComparison => ({
  now: sumsOf(trips.map(({ now }) => now)),
  next: sumsOf(trips.map(({ next }) => next)),
  dearer: trips.filter(({ now, next }) => next.tripCost > now.tripCost).length,
  cheaper: trips.filter(({ now, next }) => next.tripCost < now.tripCost).length,
})
