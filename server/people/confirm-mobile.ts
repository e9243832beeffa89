import type { Tx } from '../platform/database/database.ts'
import { confirmMobileOf } from './person-store.ts'

/**
 * Confirms the phone of a person who received an SMS at `sent_to`, and locks the row. Undefined when the account is
 * gone or has another number now.
 */
export const confirmMobile = (
  tx: Tx,
  { user_id: id, sent_to: sentTo }: { user_id: string | null; sent_to: string | null },
) => (id === null || sentTo === null ? Promise.resolve(undefined) : confirmMobileOf(tx, id, sentTo))
