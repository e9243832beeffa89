import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type WithdrawalState = 'open' | 'processed' | 'rejected'

const withdrawals = (db: Kysely<Tables>) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .selectAll('w')
    .select(['u.first_name', 'u.last_name'])

export type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawals>>[number]

export interface PageQuery {
  /** null: everybody's */
  readonly userId: string | null
  readonly state: WithdrawalState | undefined
  readonly after: { readonly at: number; readonly id: string } | null
  readonly limit: number
}

/** The newest first; one more than a page, so that the caller knows whether another follows. */
export const selectWithdrawals = (db: Kysely<Tables>, ask: PageQuery) => {
  let query = withdrawals(db)
  if (ask.userId !== null) query = query.where('w.user_id', '=', ask.userId)
  if (ask.state === 'open') query = query.where('processed_at', 'is', null).where('rejected_at', 'is', null)
  if (ask.state === 'processed') query = query.where('processed_at', 'is not', null)
  if (ask.state === 'rejected') query = query.where('rejected_at', 'is not', null)
  const { after } = ask
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('w.asked_at', 'w.id'), '<', eb.tuple(new Date(after.at) as unknown as number, after.id)),
    )
  return query
    .orderBy('w.asked_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(ask.limit + 1)
    .execute()
}

export const selectWithdrawal = (db: Kysely<Tables>, id: string) =>
  withdrawals(db).where('w.id', '=', id).executeTakeFirstOrThrow()

/** Locks the withdrawal until the commit; undefined: there is none. */
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
