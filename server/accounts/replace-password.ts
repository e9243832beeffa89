import type { Tx } from '../platform/database/database.ts'
import { revokeSessionsOf } from '../platform/sessions/sessions.ts'
import { replaceSecrets } from './identity-store.ts'

/** Replaces a password hash that accounts share, and ends the sessions of those that had it. */
export const replacePassword = async (
  tx: Tx,
  emails: readonly string[],
  hashes: { readonly from: string; readonly to: string },
): Promise<void> => revokeSessionsOf(tx, await replaceSecrets(tx, emails, hashes))
