import type { PostingKind } from '@remis/domain/wallet/ledger-entry'
import type { WalletEntry } from '@remis/domain/wallet/wallet-history'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

export interface PageQuery {
  readonly userId: string
  /** the last entry of the page before */
  readonly after: number | null
  readonly limit: number
}

/** Entries of one wallet, the newest first; one more than a page, so that the caller knows whether another follows. */
export const selectEntries = async (
  db: Kysely<Tables>,
  { userId, after, limit }: PageQuery,
): Promise<WalletEntry[]> => {
  let query = db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['e.id', 'e.amount', 't.kind', 't.at', 't.reference', 't.id as transactionId', 't.booking_id as bookingId'])
    .where('e.account', '=', 'wallet')
    .where('e.holder', '=', userId)
  if (after !== null) query = query.where('e.id', '<', after)
  const rows = await query
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as PostingKind }))
}

/** Wallet money set aside for bookings that are not over, minor units. */
export const selectHeld = async (db: Kysely<Tables>, userId: string): Promise<number> => {
  const row = await db
    .selectFrom('bookings')
    .select(sql<number>`coalesce(sum(used_wallet_money), 0)::bigint`.as('held'))
    .where('customer', '=', userId)
    .where('status', 'not in', ['PAID', 'COMPLETE', 'CANCELLED'])
    .executeTakeFirstOrThrow()
  return row.held
}
