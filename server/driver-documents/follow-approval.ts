import type { Tx } from '../platform/database/database.ts'
import { setApprovalOfApplication } from './document-store.ts'

/**
 * The office approves a person, or takes the approval back, without the application: its state follows, in the
 * transaction of the change, so that the driver can apply again [design/documents-11].
 */
export const followApproval = (
  tx: Tx,
  driver: string,
  { approved, by }: { readonly approved: boolean; readonly by: string },
): Promise<void> => setApprovalOfApplication(tx, driver, { approved, by })
