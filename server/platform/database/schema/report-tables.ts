import type { Generated } from 'kysely'
import type { Big, Null } from './column.ts'

/**
 * What the earning reports add up [design/money-57]: per day and fleet, per month, driver and fleet, and per fleet.
 * Amounts in minor units.
 */
export interface EarningSums {
  id: Generated<Big>
  generation: number
  /** `all`: of all days */
  span: 'day' | 'month' | 'all'
  /** YYYY-MM-DD, the first day of the month; `-infinity`: of all days */
  since: string
  /** null: a sum of all drivers */
  driver_id: Null<string>
  /** of the bookings; null: without a fleet */
  fleet_id: Null<string>
  rides: number
  /** shares of trips and corrections */
  ride_share: Big
  /** cancellation fees */
  cancel_share: Big
  fees: Big
  discounts: Big
}

/** One row: the generation that is shown and the zone it was made in. */
export interface EarningState {
  id: number
  generation: number
  timezone: string
}

/** Postings that are not in the sums yet. */
export interface EarningQueue {
  transaction_id: string
}
