import type { Minor } from '@remis/domain/kit/money'
import type { Tx } from '../platform/database/database.ts'
import { lockBalances as lock } from './ledger-store.ts'

/**
 * Balances in minor units that nobody else can change until the commit: what is spent is judged on them. Locked in the
 * order of the ids like every change of balances, so ask for all wallets the transaction will touch at once. A wallet
 * without a row yet has 0: a change elsewhere can only add to it, since spending needs a balance.
 */
export const lockBalances = async (tx: Tx, users: readonly string[]): Promise<(user: string) => Minor> => {
  const balances = await lock(tx, users)
  return (user) => balances.get(user) ?? 0
}
