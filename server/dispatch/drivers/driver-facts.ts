import type { DriverAndCar, DriverFacts } from '@remis/domain/dispatch/driver'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { findBalance, listBalances } from '../../wallet/balances.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import type { DriverSearch } from './driver-index.ts'
import { lockDriver, selectDrivers, toDriver, toFacts } from './driver-store.ts'

/** The driver for the accept move, the row locked until the commit; null: no such live driver. */
export const lockDriverAndCar = async (tx: Tx, id: string): Promise<DriverAndCar | null> => {
  const row = await lockDriver(tx, id)
  return row === undefined ? null : toDriver(row)
}

/** The same with balance and position, for an assignment. */
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

/**
 * The facts of many drivers for a search, without locks: accept checks them again. In the order of `ids`. Corrects the
 * states in the index.
 */
export const listDriverFacts = async (
  db: Kysely<Tables>,
  { drivers }: { readonly drivers: DriverSearch },
  ids: readonly string[],
): Promise<DriverFacts[]> => {
  const rows = await selectDrivers(db, ids)
  const balance = await listBalances(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, car_type_id, queue } of rows) drivers.setState(id, { carType: car_type_id, busy: queue })
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [toFacts(row, { walletBalance: balance(id), position: drivers.get(id) })]
  })
}
