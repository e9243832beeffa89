import type { DayRecords } from '@remis/domain/reports/day-close'
import type { AccountAmounts, PostingSum } from '@remis/domain/wallet/trial-balance'
import type { Generated } from 'kysely'
import type { At, Big, Json, Null } from './column.ts'

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

/** A closed day [design/money-64]. Amounts in minor units. */
export interface DayCloses {
  /** YYYY-MM-DD in `timezone` */
  day: string
  since: At
  until: At
  timezone: string
  currency: string
  /** sums of the bookings and withdrawals that were posted */
  recorded: Json<DayRecords>
  postings: Json<readonly PostingSum[]>
  /** balances of the accounts at `since` and at `until` */
  opening: Json<AccountAmounts>
  closing: Json<AccountAmounts>
  closed_by: string
  closed_at: At
  /** SHA-256 of this row and of the hash of the close before it */
  hash: Buffer
}
