import type { Role } from '@remis/domain/kit/endpoint'
import type { Status } from '@remis/domain/booking/statuses'
import type { ViewName } from '../views.ts'

/**
 * What somebody is to the object of a call. The plain roles are for calls without an object, and for admins, who may act
 * on any. `everybody` needs no token; `visitor` the anonymous one.
 */
export const relationships = {
  everybody: 'everybody',
  visitor: 'visitor',
  rider: 'rider',
  'its customer': 'rider',
  driver: 'driver',
  'its driver': 'driver',
  /** has, or once had, an offer of it */
  'offered driver': 'driver',
  'fleet admin': 'fleetadmin',
  'its fleet admin': 'fleetadmin',
  admin: 'admin',
  /** the admin who asked for the price */
  'its office': 'admin',
} as const satisfies Record<string, Role | 'visitor' | 'everybody'>
export type Relationship = keyof typeof relationships

/** What is answered with 200, and, where not always, in which statuses of the booking; in others it is refused. */
export type Grant = ViewName | readonly [ViewName, ...Status[]]

export interface PolicyRow {
  /** What the call is about; nothing: the caller alone, or everybody's. */
  readonly object?: 'booking' | 'payment' | 'withdrawal' | 'quote' | 'promo'
  /** Whoever is not named is refused: unknown 401, another role 403, not related 404 as for an absent object. */
  readonly to: { readonly [relationship in Relationship]?: Grant }
  /** Demo mode refuses it (design §10). */
  readonly inDemo?: 'refused'
  /** Money or a booking is made or moved: the call carries a key (design §4). */
  readonly keyed?: true
}

/** By `METHOD /path`. */
export type Policy = Readonly<Record<string, PolicyRow>>

export const viewOf = (grant: Grant): ViewName => (typeof grant === 'string' ? grant : grant[0])

/** Undefined: in every status. */
export const statusesOf = (grant: Grant): readonly Status[] | undefined =>
  typeof grant === 'string' ? undefined : (grant.slice(1) as Status[])
