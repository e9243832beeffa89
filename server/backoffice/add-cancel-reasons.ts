import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertReasons, readAll } from './cancel-reasons-store.ts'

/** New reasons come after those that exist (spec 2 §4: a new reason gets value equal to the current count). */
export const addCancelReasons = async (tx: Tx, labels: readonly string[]): Promise<void> => {
  const first = (await readAll(tx)).length
  await insertReasons(
    tx,
    labels.map((label, index) => ({ id: newId(), position: first + index, label })),
  )
}
