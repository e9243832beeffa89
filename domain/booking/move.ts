import type { AppError } from '../messages/app-error.ts'
import type { NoticeDraft } from '../notices/notice.ts'
import type { Posting } from '../wallet/ledger-entry.ts'
import type { Booking } from './booking.ts'
import type { Status } from './statuses.ts'

export const moveNames = [
  'create',
  'succeed',
  'pay-up-front',
  'release',
  'search-again',
  'accept',
  'arrive',
  'confirm-arrival',
  'start',
  'could-not-deliver',
  'reach',
  'not-paid',
  'pay',
  'pay-by-card',
  'renew-code',
  'renew-delivery-code',
  'write-off',
  'correct',
  'complete',
  'rate',
  'cancel',
  'abort',
  'expire',
] as const
export type MoveName = (typeof moveNames)[number]

/** The actor of a move; `system` is a sweep or a settled payment. */
export type Actor =
  | { readonly kind: 'rider' | 'driver' | 'admin' | 'fleetadmin'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null }

/**
 * The effects of a move as data. One executor applies all of them in one transaction [design/moves-4]; an absent field
 * means no effect.
 */
export interface Change {
  readonly move: MoveName
  readonly from: Status | null
  readonly to: Status
  /** fields of the booking that change, `version` and `status` apart */
  readonly patch: Partial<Omit<Booking, 'id' | 'version' | 'status'>>
  /** the booking's driver (after the move) becomes busy or free */
  readonly driver?: 'busy' | 'free'
  /** all open offers of this booking are closed; `accepted` names the winner, null: none */
  readonly offers?: { readonly accepted: string | null }
  readonly postings?: readonly Posting[]
  readonly notices?: readonly NoticeDraft[]
  /** the drop is saved to the customer's addresses [booking-14] */
  readonly saveDrop?: true
  /** the booking starts or stops using its promo [design/money-25] */
  readonly promo?: 'redeem' | 'release'
  /** the booking that takes this one's place, made in the same commit by the system [design/moves-36] */
  readonly successor?: { readonly booking: Booking; readonly change: Change }
  /** the applied card payment of this booking belongs to the new one from now on */
  readonly takesPaymentOf?: string
  /** minor units that the payment provider refunds */
  readonly refund?: number
  readonly rating?: { readonly rate: number; readonly tags: readonly string[]; readonly feedback: string | null }
  /** goes into the audit log */
  readonly audit?: { readonly action: string; readonly data: Readonly<Record<string, unknown>> }
  /** goes into the event's data */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A refusal; `keep` is committed with it: a wrong trip code counts a try [design/api-16]. */
export interface Refusal {
  readonly refuse: AppError
  readonly keep?: Pick<Change, 'patch' | 'audit' | 'notices'>
}

export type Outcome = Change | Refusal

export const isRefusal = (outcome: Outcome): outcome is Refusal => 'refuse' in outcome
