import type { Tx } from '../platform/database/database.ts'
import { revokeSessionsOf } from '../platform/sessions/sessions.ts'
import { endTrackerOf } from '../tracking/companion/manage-tracker.ts'

/**
 * Ends the person's other sessions and revokes the tracker token, which a stolen session may have created
 * [design/tracking-33].
 */
export const endAccess = async (tx: Tx, person: string, except?: string): Promise<void> => {
  await revokeSessionsOf(tx, [person], except)
  await endTrackerOf(tx, person)
}
