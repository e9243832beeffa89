import type { Tx } from '../platform/database/database.ts'
import { revokeSessionsOf } from '../platform/sessions/sessions.ts'
import { endTrackerOf } from '../tracking/companion/manage-tracker.ts'

/**
 * Ends the sessions of a person, except this one, and the tracker: whoever used one of them may have made it
 * [design/tracking-33].
 */
export const endAccess = async (tx: Tx, person: string, except?: string): Promise<void> => {
  await revokeSessionsOf(tx, [person], except)
  await endTrackerOf(tx, person)
}
