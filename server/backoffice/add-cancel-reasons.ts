import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertReasons, readAll } from './cancel-reasons-store.ts'

/** Appends reasons; a new one has the current count as value [settings-22]. */
export const addCancelReasons = async (tx: Tx, labels: readonly string[]): Promise<void> => {
  const first = (await readAll(tx)).length
  await insertReasons(
    tx,
    labels.map((label, index) => ({ id: newId(), position: first + index, label })),
  )
}
