import type { Tx } from '../platform/database/database.ts'
import { confirmEmailOf } from './person-store.ts'

/**
 * Confirms the email of a person who received a mail at `sentTo`, and locks the row. Undefined when the account is gone
 * or has another email now.
 */
export const confirmEmail = (
  tx: Tx,
  { user_id: id, sent_to: sentTo }: { user_id: string | null; sent_to: string | null },
) => (id === null || sentTo === null ? Promise.resolve(undefined) : confirmEmailOf(tx, id, sentTo))
