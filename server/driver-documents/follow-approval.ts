import type { Tx } from '../platform/database/database.ts'
import { setApprovalOfApplication } from './document-store.ts'

/**
 * Updates the application when the office approves or disapproves the driver directly, in the same transaction
 * [design/documents-11].
 */
export const followApproval = (
  tx: Tx,
  driver: string,
  { approved, by }: { readonly approved: boolean; readonly by: string },
): Promise<void> => setApprovalOfApplication(tx, driver, { approved, by })
