import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../platform/database/database.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { changeBalances, insertPosting, type PostedBy } from './ledger-store.ts'

/**
 * Writes postings into the ledger and their wallet entries into the balances, in the transaction of the fact that
 * caused them. Amounts in minor units. A posting that does not sum to zero fails the commit. Balances change first:
 * their locks order the entries of a wallet as they changed it [design/money-11].
 */
export const post = async (tx: Tx, postings: readonly Posting[], by: PostedBy): Promise<void> => {
  const changes = new Map<string, number>()
  for (const { entries } of postings)
    for (const { account, holder, amount } of entries)
      if (account === 'wallet' && holder !== null) changes.set(holder, (changes.get(holder) ?? 0) + amount)
  await changeBalances(tx, changes)
  for (const posting of postings) if (posting.entries.length > 0) await insertPosting(tx, posting, by)
  await addToOutbox(
    tx,
    ...[...changes.keys()].map((user) => ({ kind: 'wallet', subject: user, audience: [room.user(user)] })),
  )
}
