import type { Tx } from '../platform/database/database.ts'
import { queueWrite } from '../platform/database/transaction.ts'
import { updateQueue } from './person-store.ts'

/** Sets the driver's busy flag (`queue`). Only for the move that occupies or frees the driver, in its transaction. */
export const markBusy = (tx: Tx, driver: string, busy: boolean): Promise<void> =>
  queueWrite(tx, updateQueue(tx, driver, busy))
