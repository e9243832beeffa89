import type { Role } from '@remis/domain/kit/endpoint'
import type { Status } from '@remis/domain/booking/statuses'
import type { ViewName } from '../views.ts'

/**
 * What a caller is to the object of a call, with the role it implies. The plain roles are for calls without an object,
 * and for admins: they act on any object. `everybody` needs no token; `visitor` needs the anonymous one.
 */
export const relationships = {
  everybody: 'everybody',
  visitor: 'visitor',
  rider: 'rider',
  'its customer': 'rider',
  driver: 'driver',
  'its driver': 'driver',
  /** has or had an offer of it */
  'offered driver': 'driver',
  'fleet admin': 'fleetadmin',
  'its fleet admin': 'fleetadmin',
  admin: 'admin',
  /** the admin who requested the quote */
  'its office': 'admin',
} as const satisfies Record<string, Role | 'visitor' | 'everybody'>
export type Relationship = keyof typeof relationships

/** The view answered with 200, and the statuses of the booking that allow it (default all); others are refused. */
export type Grant = ViewName | readonly [ViewName, ...Status[]]

export interface PolicyRow {
  /** The object of the call; absent: the caller's own data or public data. */
  readonly object?:
    | 'booking'
    | 'payment'
    | 'withdrawal'
    | 'quote'
    | 'promo'
    | 'notification'
    | 'language'
    | 'car type'
    | 'cancel reason'
    | 'debt'
    | 'wallet'
    | 'mail'
    | 'person'
    | 'rider'
    | 'file'
    | 'payout'
    | 'waiting credit'
    | 'credit'
    | 'alert'
    | 'taken alert'
  /**
   * All others are refused: 401 without a session, 403 for another role, 404 without a relationship, as for an absent
   * object.
   */
  readonly to: { readonly [relationship in Relationship]?: Grant }
  /** Demo mode refuses it [design/access-12]. */
  readonly inDemo?: 'refused'
  /** An admin who must set up a second step first may call it [design/accounts-69]. */
  readonly beforeTwoFactor?: true
  /** A driver may call it before the approval [design/documents-7]. */
  readonly beforeApproval?: true
  /**
   * The object exists only in these statuses and until a day after the booking's end. Otherwise its own people get 404
   * or 409.
   */
  readonly ends?: true
  /** The call creates or moves money or a booking, so it carries a key [design/api-17]. */
  readonly keyed?: true
}

/** By `METHOD /path`. */
export type Policy = Readonly<Record<string, PolicyRow>>

export const viewOf = (grant: Grant): ViewName => (typeof grant === 'string' ? grant : grant[0])

/** undefined: in every status */
export const statusesOf = (grant: Grant): readonly Status[] | undefined =>
  typeof grant === 'string' ? undefined : (grant.slice(1) as Status[])
