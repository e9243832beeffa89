import type { Minor } from '@remis/domain/kit/money'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface TopUp {
  readonly id: string
  readonly userId: string
  readonly amount: Minor
  readonly currency: string
  readonly createdAt: number
  readonly paidAt: number | null
}

interface Row {
  id: string
  user_id: string
  amount: number
  currency: string
  created_at: number
  paid_at: number | null
}

const toTopUp = (row: Row): TopUp => ({
  id: row.id,
  userId: row.user_id,
  amount: row.amount,
  currency: row.currency,
  createdAt: row.created_at,
  paidAt: row.paid_at,
})

export const insertTopUp = async (tx: Tx, order: Pick<TopUp, 'userId' | 'amount' | 'currency'>): Promise<TopUp> =>
  toTopUp(
    await tx
      .insertInto('top_ups')
      .values({ id: newId(), user_id: order.userId, amount: order.amount, currency: order.currency })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const selectTopUp = async (db: Kysely<Tables>, id: string): Promise<TopUp | null> => {
  const row = await db.selectFrom('top_ups').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toTopUp(row)
}

/** The top-up, locked until the commit: two attempts that are paid at once credit the wallet once. */
export const lockTopUp = async (tx: Tx, id: string): Promise<TopUp | null> => {
  const row = await tx.selectFrom('top_ups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : toTopUp(row)
}

export const markTopUpPaid = async (tx: Tx, id: string, at: number): Promise<void> => {
  await tx
    .updateTable('top_ups')
    .set({ paid_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}
