import { room } from '@remis/domain/live/live-events'
import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { collectDebts } from '@remis/domain/wallet/postings'
import type { Tx } from '../platform/database/database.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { applyToDebts, selectOpenDebts } from './debts/debt-store.ts'
import { changeWallets, insertPosting, type PostedBy, type WalletChange, type WalletRow } from './ledger-store.ts'

/**
 * Writes postings into the ledger and their wallet entries into the balances, in the transaction of the fact that
 * caused them. Amounts in minor units. A posting that does not sum to zero fails the commit. Balances change first, so
 * that their locks order the entries of a wallet by its changes [design/money-11]. A credit of a wallet pays its
 * owner's debts at once, the oldest first [design/money-34]. Returns the ids of the postings that were written, in
 * order.
 */
export const post = async (tx: Tx, postings: readonly Posting[], by: PostedBy): Promise<readonly string[]> => {
  const seen = new Set<string>()
  const ids = await writePostings(tx, postings, by, seen)
  await addToOutbox(tx, ...[...seen].map((user) => ({ kind: 'wallet', subject: user, audience: [room.user(user)] })))
  return ids
}

const writePostings = async (
  tx: Tx,
  postings: readonly Posting[],
  by: PostedBy,
  seen: Set<string>,
): Promise<readonly string[]> => {
  const changes = changesOf(postings)
  for (const user of changes.keys()) seen.add(user)
  const rows = await changeWallets(tx, changes)
  const ids: string[] = []
  for (const posting of postings) {
    if (posting.entries.length === 0) continue
    const id = await insertPosting(tx, posting, by)
    ids.push(id)
    await applyToDebts(tx, posting, id, by)
  }
  const collected = await collect(tx, rows)
  if (collected.length > 0) await writePostings(tx, collected, by, seen)
  return ids
}

/** A pending fee changes no balance, but its driver sees it in the wallet. */
const changesOf = (postings: readonly Posting[]): Map<string, WalletChange> => {
  const changes = new Map<string, WalletChange>()
  for (const { account, holder, amount } of postings.flatMap(({ entries }) => entries)) {
    if (holder === null || !['wallet', 'receivable', 'pending-fees'].includes(account)) continue
    const change = changes.get(holder) ?? { balance: 0, owed: 0 }
    if (account === 'wallet') change.balance += amount
    if (account === 'receivable') change.owed -= amount
    changes.set(holder, change)
  }
  return changes
}

const collect = async (tx: Tx, rows: readonly WalletRow[]): Promise<Posting[]> => {
  const debtors = rows.filter(({ balance, owed }) => balance > 0 && owed > 0)
  if (debtors.length === 0) return []
  const debts = await selectOpenDebts(
    tx,
    debtors.map(({ user_id }) => user_id),
  )
  return debtors.flatMap(({ user_id, balance }) =>
    collectDebts(
      balance,
      debts.filter(({ rider }) => rider === user_id),
    ),
  )
}
