import type { Minor } from '@remis/domain/kit/money'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { lockWalletRows, selectBalances } from './ledger-store.ts'

/** Balances in minor units; 0 without a wallet row. Other features read balances here, not from the table. */
export const listBalances = async (db: Kysely<Tables>, users: readonly string[]): Promise<(user: string) => Minor> => {
  const balances = await selectBalances(db, users)
  return (user) => balances.get(user) ?? 0
}

export const findBalance = async (db: Kysely<Tables>, user: string): Promise<Minor> =>
  (await listBalances(db, [user]))(user)

/**
 * Balances and what their owners owe, minor units, locked until the commit, to judge spending on. Rows are locked in the
 * order of user ids like every change of balances, so pass all wallets the transaction will touch at once
 * [design/data-17]. A wallet without a row has 0: others can only add to it meanwhile, since spending needs a balance.
 */
export const lockWallets = async (
  tx: Tx,
  users: readonly string[],
): Promise<(user: string) => { readonly balance: Minor; readonly owed: Minor }> => {
  const rows = await lockWalletRows(tx, users)
  return (user) => rows.get(user) ?? { balance: 0, owed: 0 }
}

/** The balances alone. */
export const lockBalances = async (tx: Tx, users: readonly string[]): Promise<(user: string) => Minor> => {
  const wallet = await lockWallets(tx, users)
  return (user) => wallet(user).balance
}
