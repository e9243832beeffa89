import type { Minor } from '@remis/domain/kit/money'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { lockWalletRows, selectWallets } from './ledger-store.ts'

/** What a wallet holds and what its owner owes, minor units. */
interface WalletSums {
  readonly balance: Minor
  readonly owed: Minor
}

const nothing: WalletSums = { balance: 0, owed: 0 }

/** The wallets in one statement; zeros without a wallet row. Other features read them here, not from the table. */
export const listWallets = async (
  db: Kysely<Tables>,
  users: readonly string[],
): Promise<(user: string) => WalletSums> => {
  const rows = await selectWallets(db, users)
  return (user) => rows.get(user) ?? nothing
}

/** The balances alone. */
export const listBalances = async (db: Kysely<Tables>, users: readonly string[]): Promise<(user: string) => Minor> => {
  const wallet = await listWallets(db, users)
  return (user) => wallet(user).balance
}

export const findBalance = async (db: Kysely<Tables>, user: string): Promise<Minor> =>
  (await listBalances(db, [user]))(user)

/**
 * Balances and what their owners owe, minor units, locked until the commit, to judge spending on. Rows are locked in
 * the order of user ids like every change of balances, so pass all wallets the transaction will touch at once
 * [design/data-17]. A wallet without a row has 0: others can only add to it meanwhile, since spending needs a balance.
 */
export const lockWallets = async (tx: Tx, users: readonly string[]): Promise<(user: string) => WalletSums> => {
  const rows = await lockWalletRows(tx, users)
  return (user) => rows.get(user) ?? nothing
}

/** The balances alone. */
export const lockBalances = async (tx: Tx, users: readonly string[]): Promise<(user: string) => Minor> => {
  const wallet = await lockWallets(tx, users)
  return (user) => wallet(user).balance
}
