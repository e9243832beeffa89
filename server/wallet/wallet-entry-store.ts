import type { PostingKind } from '@remis/domain/wallet/ledger-entry'
import { unsettledStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { ListTable, SortBy } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'

const entryId: SortBy = { by: sql.ref('e.id'), kind: 'integer' }

export const walletEntryList: ListTable<'newest'> = {
  id: entryId,
  sorts: { newest: entryId },
  usual: { sort: 'newest', direction: 'desc' },
}

/** Entries of one wallet. */
export const entriesOf = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['e.id', 'e.amount', 't.at', 't.reference', 't.id as transactionId', 't.booking_id as bookingId'])
    .select(sql<PostingKind>`t.kind`.as('kind'))
    .where('e.account', '=', 'wallet')
    .where('e.holder', '=', userId)

/** Wallet money set aside for bookings that are not over, minor units. */
export const selectHeld = async (db: Kysely<Tables>, userId: string): Promise<number> => {
  const row = await db
    .selectFrom('bookings')
    .select(sql<number>`coalesce(sum(used_wallet_money), 0)::bigint`.as('held'))
    .where('customer', '=', userId)
    .where('status', 'in', unsettledStatuses)
    .executeTakeFirstOrThrow()
  return row.held
}
