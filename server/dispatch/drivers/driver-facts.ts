import type { DriverAndCar, DriverFacts } from '@remis/domain/dispatch/driver'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { findBalance, listBalances } from '../../wallet/balances.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { lockDriver, selectDrivers, toDriver, toFacts } from './driver-store.ts'

/** What the accept move needs of its driver, whose row is locked until the commit; null: no living driver. */
export const lockDriverAndCar = async (tx: Tx, id: string): Promise<DriverAndCar | null> => {
  const row = await lockDriver(tx, id)
  return row === undefined ? null : toDriver(row)
}

/** The same with what an assignment is judged by. */
export const lockDriverFacts = async (
  tx: Tx,
  { drivers }: Pick<DispatchDeps, 'drivers'>,
  id: string,
): Promise<DriverFacts | null> => {
  const row = await lockDriver(tx, id)
  return row === undefined
    ? null
    : toFacts(row, { walletBalance: await findBalance(tx, id), position: drivers.get(id) })
}

/** The facts of many for a search, without locks: accept judges again. In the order of `ids`. */
export const listDriverFacts = async (
  db: Kysely<Tables>,
  { drivers }: Pick<DispatchDeps, 'drivers'>,
  ids: readonly string[],
): Promise<DriverFacts[]> => {
  const rows = await selectDrivers(db, ids)
  const balance = await listBalances(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [toFacts(row, { walletBalance: balance(id), position: drivers.get(id) })]
  })
}
