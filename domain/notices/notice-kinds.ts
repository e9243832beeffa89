import type { Role } from '../kit/endpoint.ts'
import type { NoticeKey } from './notice-texts.ts'

/** Kinds of notices that a person may switch off [design/accounts-125]. */
export const mutableKinds = ['requests', 'progress', 'confirmations', 'ratings', 'unassigned'] as const
export type MutableKind = (typeof mutableKinds)[number]

/**
 * The notices of these kinds. All others stay on: where the driver is and what the trip code opens, cancellations,
 * money, and the security of the account.
 */
const kinds: Readonly<Partial<Record<NoticeKey, MutableKind>>> = {
  // the driver's screen shows the request itself
  notice_new_booking: 'requests',
  notice_accepted: 'progress',
  notice_started: 'progress',
  // of what the person has just done
  notice_you_cancelled: 'confirmations',
  notice_you_cancelled_trip: 'confirmations',
  notice_no_show_driver_free: 'confirmations',
  notice_rated: 'ratings',
  notice_needs_driver: 'unassigned',
}

/** null: it cannot be switched off. */
export const mutableKindOf = (message: NoticeKey): MutableKind | null => kinds[message] ?? null

/** The kinds that reach each role. */
export const kindsOfRole: Readonly<Record<Role, readonly MutableKind[]>> = {
  rider: ['progress', 'confirmations'],
  driver: ['requests', 'confirmations', 'ratings'],
  fleetadmin: [],
  admin: ['unassigned'],
}
