import type { AppError } from '../messages/app-error.ts'
import type { NoticeDraft } from '../notices/notice.ts'
import type { Posting } from '../wallet/ledger-entry.ts'
import type { Booking } from './booking.ts'
import type { Status } from './statuses.ts'

export const moveNames = [
  'create',
  'pay-up-front',
  'release',
  'search-again',
  'accept',
  'arrive',
  'start',
  'reach',
  'not-paid',
  'pay',
  'pay-by-card',
  'renew-code',
  'write-off',
  'complete',
  'rate',
  'cancel',
  'abort',
  'expire',
] as const
export type MoveName = (typeof moveNames)[number]

/** Who moves. `system` is the sweeper. */
export type Actor =
  | { readonly kind: 'rider' | 'driver' | 'admin' | 'fleetadmin'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null }

/**
 * What a move changes, as data: one executor carries out all of it in one transaction (design §1.3). What is absent is
 * left alone.
 */
export interface Change {
  readonly move: MoveName
  readonly from: Status | null
  readonly to: Status
  /** fields of the booking that change, `version` and `status` apart */
  readonly patch: Partial<Omit<Booking, 'id' | 'version' | 'status'>>
  /** the booking's driver (after the move) becomes busy or free */
  readonly driver?: 'busy' | 'free'
  /** all open offers of this booking are closed; `accepted` names the winner */
  readonly offers?: { readonly close: true; readonly accepted?: string }
  readonly postings?: readonly Posting[]
  readonly notices?: readonly NoticeDraft[]
  /** the drop is saved to the customer's addresses (spec 1 §4) */
  readonly saveDrop?: true
  /** the booking begins or ceases to use its promo */
  readonly promo?: 'redeem' | 'release'
  /** money to be given back by the payment provider */
  readonly refund?: number
  readonly rating?: { readonly rate: number; readonly tags: readonly string[]; readonly feedback: string | null }
  /** goes into the audit log */
  readonly audit?: { readonly action: string; readonly data: Readonly<Record<string, unknown>> }
  /** goes into the event's data */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A refusal; `keep` is what is written all the same (a wrong trip code counts a try). */
export interface Refusal {
  readonly refuse: AppError
  readonly keep?: Pick<Change, 'patch' | 'audit'>
}

export type Outcome = Change | Refusal

export const isRefusal = (outcome: Outcome): outcome is Refusal => 'refuse' in outcome
