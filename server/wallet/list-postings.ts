import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { Account, PostingKind } from '@remis/domain/wallet/ledger-entry'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { selectEntriesOf, selectTransactionsOf } from './ledger-store.ts'

/**
 * The newest postings of a booking with their entries and the names of people, oldest first; amounts in major units.
 */
export const listPostingsOf = async (db: Kysely<Tables>, bookingId: string, limit: number) => {
  const transactions = await selectTransactionsOf(db, bookingId, limit + 1)
  const shown = transactions.slice(0, limit).toReversed()
  const entries = await selectEntriesOf(
    db,
    shown.map(({ id }) => id),
  )
  return {
    postings: shown.map(({ id, kind, at, by }) => ({
      id,
      kind: kind as PostingKind,
      at,
      by,
      entries: entries
        .filter((entry) => entry.transaction_id === id)
        .map(({ account, holder, name, amount, currency }) => ({
          account: account as Account,
          holder,
          name,
          amount: toMajor(amount, exponentOf(currency)),
          currency,
        })),
    })),
    more: transactions.length > limit,
  }
}
