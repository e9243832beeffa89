import type { Tx } from '../platform/database/database.ts'
import { updateOnline } from './person-store.ts'

/** The driver's own switch (`driverActiveStatus`). Called by dispatch alone, which keeps its search in step with it. */
export const setOnline = (tx: Tx, driver: string, online: boolean): Promise<void> => updateOnline(tx, driver, online)
