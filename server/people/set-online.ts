import type { Tx } from '../platform/database/database.ts'
import { updateOnline } from './person-store.ts'

/** The driver's online switch (`driverActiveStatus`). Only for dispatch, which updates its index with it. */
export const setOnline = (tx: Tx, driver: string, online: boolean): Promise<void> => updateOnline(tx, driver, online)
