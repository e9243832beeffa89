import { sql, type Insertable, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'

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
}

const inState: Readonly<Record<WithdrawalState, RawBuilder<SqlBool>>> = {
  open: sql`w.processed_at is null and w.rejected_at is null`,
  processed: sql`w.processed_at is not null`,
  rejected: sql`w.rejected_at is not null`,
}

export const withdrawalList: ListTable<'newest', Filters> = {
  id: { by: sql.ref('w.id'), kind: 'uuid' },
  sorts: { newest: { by: sql.ref('w.asked_at'), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
  filters: { state: (state) => inState[state] },
}

/** The withdrawals of one person; null: of all. */
export const withdrawalsOf = (db: Kysely<Tables>, userId: string | null) =>
  userId === null ? withdrawals(db) : withdrawals(db).where('w.user_id', '=', userId)

export const selectWithdrawal = (db: Kysely<Tables>, id: string) =>
  withdrawals(db).where('w.id', '=', id).executeTakeFirstOrThrow()

/** Takes the request until the commit; undefined: there is none. */
export const lockWithdrawal = (tx: Tx, id: string) =>
  tx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertWithdrawal = async (tx: Tx, row: Insertable<Tables['withdrawals']>): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute()
}

export interface Settled {
  readonly at: number
  readonly by: string
  /** null: it was processed */
  readonly rejected: { readonly reason: string } | null
}

/** Ends an open request. False: it was ended before. */
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
