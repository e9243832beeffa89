import type { Tx } from '../platform/database/database.ts'
import { queueWrite } from '../platform/database/pipeline/pipeline.ts'
import { updateMover, updateOffline, updateOnline, type MoverChange } from './person-store.ts'

/** Sets the driver's busy flag (`queue`) and session. Only for a move, in its transaction. */
export const setMover = (tx: Tx, driver: string, change: MoverChange): Promise<void> =>
  queueWrite(tx, updateMover(tx, driver, change))

/**
 * Switches the driver online (`driverActiveStatus`), in the session that asks for it [design/tracking-49]. Only for
 * dispatch, which updates its index with it.
 */
export const setOnline = (tx: Tx, driver: string, session: string): Promise<void> => updateOnline(tx, driver, session)

/** Switches the driver offline (`driverActiveStatus`). */
export const setOffline = (tx: Tx, driver: string): Promise<void> => updateOffline(tx, driver)
