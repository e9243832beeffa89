import type { Tx } from '../platform/database/database.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'
import { updateQueue } from './person-store.ts'

/** Sets the driver's busy flag (`queue`). Called only by the move that takes or frees the driver, in its transaction. */
export const markBusy = (tx: Tx, driver: string, busy: boolean): Promise<void> =>
  queueWrite(tx, updateQueue(tx, driver, busy))
