import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface PostedBy {
  /** who caused it; null: the system */
  readonly actorId: string | null
  /** ISO 4217 */
  readonly currency: string
  /** when the fact happened, ms; the database clock when absent */
  readonly at?: number
}

/** Inserts one ledger transaction. The database checks at commit that it sums to zero [design/data-11]. */
export const insertPosting = async (tx: Tx, posting: Posting, by: PostedBy): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('ledger_transactions')
    .values({
      id,
      kind: posting.kind,
      booking_id: posting.bookingId,
      reference: posting.reference,
      actor_id: by.actorId,
      ...(by.at === undefined ? {} : { at: new Date(by.at) }),
    })
    .execute()
  await tx
    .insertInto('ledger_entries')
    .values(posting.entries.map((entry) => ({ transaction_id: id, ...entry, currency: by.currency })))
    .execute()
  return id
}

/** Changes balances in the order of user ids, so that postings with common wallets cannot deadlock [design/data-17]. */
export const changeBalances = async (tx: Tx, changes: ReadonlyMap<string, number>): Promise<void> => {
  const rows = [...changes]
    .map(([user_id, balance]) => ({ user_id, balance }))
    .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
  if (rows.length === 0) return
  await tx
    .insertInto('wallets')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        balance: sql<number>`wallets.balance + excluded.balance`,
        updated_at: sql`clock_timestamp()`,
      }),
    )
    .execute()
}

export const selectBalances = async (
  db: Kysely<Tables>,
  users: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (users.length === 0) return new Map()
  const rows = await db.selectFrom('wallets').select(['user_id', 'balance']).where('user_id', 'in', users).execute()
  return new Map(rows.map((row) => [row.user_id, row.balance]))
}

/** The same rows, locked in the order of user ids until the commit. */
export const lockBalanceRows = async (tx: Tx, users: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (users.length === 0) return new Map()
  const rows = await tx
    .selectFrom('wallets')
    .select(['user_id', 'balance'])
    .where('user_id', 'in', users)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.balance]))
}
