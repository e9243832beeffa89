import { sql, type Insertable, type Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Payer } from '../../platform/database/schema/wallet-tables.ts'

export const payoutRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('payouts as p')
    .innerJoin('users as u', 'u.id', 'p.made_by')
    .selectAll('p')
    .select(fullName('u').as('made_by_name'))

export type PayoutRow = NonNullable<Awaited<ReturnType<typeof findPayout>>>

export const payoutList: ListTable<'newest'> = {
  id: { by: sql.ref('p.id'), kind: 'uuid' },
  sorts: { newest: { by: sql.ref('p.at'), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
}

export const findPayout = (db: Kysely<Tables>, id: string) => payoutRows(db).where('p.id', '=', id).executeTakeFirst()

export const insertPayout = async (tx: Tx, row: Insertable<Tables['payouts']>): Promise<void> => {
  await tx.insertInto('payouts').values(row).execute()
}

/** Stores the payer of a payout's SEPA files unless one is stored, and returns the stored one. */
export const keepPayer = async (tx: Tx, id: string, payer: Payer): Promise<Payer> => {
  const { rows } = await sql<{ payer: Payer }>`
    update payouts set payer = coalesce(payer, ${JSON.stringify(payer)}::jsonb) where id = ${id} returning payer`.execute(
    tx,
  )
  return rows[0]?.payer ?? payer
}
