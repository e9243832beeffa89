import type { withdrawalSorts } from '@remis/domain/wallet/wallet-routes'
import { sql, type Insertable, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { fullName } from '../platform/database/schema/full-name.ts'
import { byName, hasWords, orderedName } from '../platform/database/search-words.ts'

export type WithdrawalState = 'open' | 'processed' | 'rejected'

const withdrawals = (db: Kysely<Tables>) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .selectAll('w')
    .select(['u.first_name', 'u.last_name'])

export type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawal>>

interface Filters {
  readonly state?: WithdrawalState | undefined
  readonly payout?: string | undefined
}

const inState: Readonly<Record<WithdrawalState, RawBuilder<SqlBool>>> = {
  open: sql`w.processed_at is null and w.rejected_at is null`,
  processed: sql`w.processed_at is not null`,
  rejected: sql`w.rejected_at is not null`,
}

export const withdrawalList: ListTable<(typeof withdrawalSorts)[number], Filters> = {
  id: { by: sql.ref('w.id'), kind: 'uuid' },
  sorts: {
    date: { by: sql.ref('w.asked_at'), kind: 'time' },
    name: { ...byName('u'), joined: true },
    amount: { by: sql.ref('w.amount'), kind: 'integer' },
    // those that are not processed come last, newest first
    procesDate: { by: sql`coalesce(w.processed_at, 'epoch'::timestamptz)`, kind: 'time' },
  },
  usual: { sort: 'date', direction: 'desc' },
  searched: [orderedName('u')],
  narrowedBy: hasWords('u'),
  filters: { state: (state) => inState[state], payout: (payout) => sql`w.payout_id = ${payout}` },
}

/** The withdrawals of one person; null: of all. */
export const withdrawalsOf = (db: Kysely<Tables>, userId: string | null) =>
  userId === null ? withdrawals(db) : withdrawals(db).where('w.user_id', '=', userId)

export const selectWithdrawal = (db: Kysely<Tables>, id: string) =>
  withdrawals(db).where('w.id', '=', id).executeTakeFirstOrThrow()

/** Locks the withdrawal until the commit; undefined: there is none. */
export const lockWithdrawal = (tx: Tx, id: string) =>
  tx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertWithdrawal = async (tx: Tx, row: Insertable<Tables['withdrawals']>): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute()
}

/** Locks these withdrawals, in the order of their ids, until the commit; those that do not exist are missing. */
export const lockWithdrawals = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .selectAll('w')
    .select(['u.first_name', 'u.last_name'])
    .where('w.id', 'in', ids)
    .orderBy('w.id')
    .forUpdate('w')
    .execute()

/** Processes withdrawals that are locked and open, with the payout they are part of. */
export const processTogether = async (
  tx: Tx,
  ids: readonly string[],
  { at, by, payout }: { readonly at: number; readonly by: string; readonly payout: string },
): Promise<void> => {
  await tx
    .updateTable('withdrawals')
    .from('users as u')
    .set({ settled_by: by, processed_at: new Date(at), payout_id: payout, payee_name: fullName('u') })
    .whereRef('u.id', '=', 'withdrawals.user_id')
    .where('withdrawals.id', 'in', ids)
    .execute()
}

/** The withdrawals of a payout in the order of their ids, at most the 100 that one has. */
export const listOfPayout = (db: Kysely<Tables>, payout: string) =>
  withdrawals(db).where('w.payout_id', '=', payout).orderBy('w.id').limit(100).execute()

export interface Settled {
  readonly at: number
  readonly by: string
  /** null: it was processed */
  readonly rejected: { readonly reason: string } | null
}

/** Ends an open withdrawal. False: it has ended already. */
export const settleWithdrawal = async (tx: Tx, id: string, { at, by, rejected }: Settled): Promise<boolean> => {
  const updated = await tx
    .updateTable('withdrawals')
    .set({
      settled_by: by,
      ...(rejected === null ? { processed_at: new Date(at) } : { rejected_at: new Date(at), reason: rejected.reason }),
    })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .where('rejected_at', 'is', null)
    .executeTakeFirst()
  return Number(updated.numUpdatedRows) === 1
}

/** Withdrawals that the office can pay now, counted up to `most`. */
export const countPayable = (db: Kysely<Tables>, most: number): Promise<number> => {
  const payable = sql`(w.not_before is null or w.not_before <= clock_timestamp())`
  return countUpTo(db, sql`select 1 from withdrawals w where ${inState.open} and ${payable}`, most)
}
