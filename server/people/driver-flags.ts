import type { Tx } from '../platform/database/database.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'
import { updateMoverSession, updateOnline, updateQueue } from './person-store.ts'

/** Sets the driver's busy flag (`queue`). Only for the move that occupies or frees the driver, in its transaction. */
export const markBusy = (tx: Tx, driver: string, busy: boolean): Promise<void> =>
  queueWrite(tx, updateQueue(tx, driver, busy))

/** The session in which the driver makes a move or goes online, in the same transaction [design/tracking-49]. */
export const setMoverSession = (tx: Tx, driver: string, session: string): Promise<void> =>
  queueWrite(tx, updateMoverSession(tx, driver, session))

/** The driver's online switch (`driverActiveStatus`). Only for dispatch, which updates its index with it. */
export const setOnline = (tx: Tx, driver: string, online: boolean): Promise<void> => updateOnline(tx, driver, online)
