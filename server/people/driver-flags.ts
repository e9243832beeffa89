import type { Tx } from '../platform/database/database.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'
import { updateOnline, updateQueue } from './person-store.ts'

/** Sets the driver's busy flag (`queue`). Only for the move that occupies or frees the driver, in its transaction. */
export const markBusy = (tx: Tx, driver: string, busy: boolean): Promise<void> =>
  queueWrite(tx, updateQueue(tx, driver, busy))

/** The driver's online switch (`driverActiveStatus`). Only for dispatch, which updates its index with it. */
export const setOnline = (tx: Tx, driver: string, online: boolean): Promise<void> => updateOnline(tx, driver, online)
