import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { fullNameOrNull } from '../platform/database/schema/full-name.ts'
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

/** What a posting changes of a person's wallet row. */
export interface WalletChange {
  balance: number
  owed: number
}

export interface WalletRow {
  readonly user_id: string
  readonly balance: number
  readonly owed: number
}

/**
 * Changes balances in the order of user ids, so that postings with common wallets cannot deadlock [design/data-17].
 * With the wallet of a debtor it locks the wallets of the drivers who get what is collected. Returns the rows after it.
 */
export const changeWallets = async (tx: Tx, changes: ReadonlyMap<string, WalletChange>): Promise<WalletRow[]> => {
  if (changes.size === 0) return []
  const users = [...changes.keys()]
  const of = (part: keyof WalletChange) => users.map((user) => changes.get(user)?.[part] ?? 0)
  const { rows } = await sql<WalletRow>`
    insert into wallets (user_id, balance, owed)
    select user_id, sum(balance)::bigint, sum(owed)::bigint from (
      select * from unnest(${users}::uuid[], ${of('balance')}::bigint[], ${of('owed')}::bigint[]) as given (user_id, balance, owed)
      union all
      select driver_id, 0, 0 from debts where rest > 0 and driver_id is not null and rider_id = any(${users}::uuid[])
    ) as changed group by user_id order by user_id
    on conflict (user_id) do update set balance = wallets.balance + excluded.balance, owed = wallets.owed + excluded.owed,
      updated_at = clock_timestamp()
    returning user_id, balance, owed`.execute(tx)
  return rows
}

export const selectWallets = async (
  db: Kysely<Tables>,
  users: readonly string[],
): Promise<ReadonlyMap<string, WalletRow>> => {
  if (users.length === 0) return new Map()
  const rows = await db
    .selectFrom('wallets')
    .select(['user_id', 'balance', 'owed'])
    .where(sql<boolean>`user_id = any(${[...users]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** The rows, locked in the order of user ids until the commit. */
export const lockWalletRows = async (tx: Tx, users: readonly string[]): Promise<ReadonlyMap<string, WalletRow>> => {
  if (users.length === 0) return new Map()
  const rows = await tx
    .selectFrom('wallets')
    .select(['user_id', 'balance', 'owed'])
    .where(sql<boolean>`user_id = any(${[...users]}::uuid[])`)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** The newest transactions of a booking, newest first; `by`: the name of who caused it. */
export const selectTransactionsOf = (db: Kysely<Tables>, bookingId: string, limit: number) =>
  db
    .selectFrom('ledger_transactions as t')
    .leftJoin('users as u', 'u.id', 't.actor_id')
    .select(['t.id', 't.kind', 't.at', fullNameOrNull('u').as('by')])
    .where('t.booking_id', '=', bookingId)
    .orderBy('t.at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()

/** The entries of these transactions in their order, with the names of the account holders. */
export const selectEntriesOf = async (db: Kysely<Tables>, transactionIds: readonly string[]) =>
  transactionIds.length === 0
    ? []
    : db
        .selectFrom('ledger_entries as e')
        .leftJoin('users as u', (join) =>
          join.on(
            sql<boolean>`u.id = case when e.account in ('wallet', 'receivable', 'pending-fees') then e.holder::uuid end`,
          ),
        )
        .select(['e.transaction_id', 'e.account', 'e.holder', 'e.amount', 'e.currency', fullNameOrNull('u').as('name')])
        .where('e.transaction_id', 'in', transactionIds)
        .orderBy('e.id')
        .execute()
