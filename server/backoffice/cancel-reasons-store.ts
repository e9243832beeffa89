import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface CancelReasonRow {
  readonly id: string
  readonly position: number
  readonly label: string
}

export const selectReasons = (db: Kysely<Tables>): Promise<CancelReasonRow[]> =>
  db.selectFrom('cancel_reasons').select(['id', 'position', 'label']).orderBy('position').execute()

export const selectReason = (db: Kysely<Tables>, id: string): Promise<CancelReasonRow | undefined> =>
  db.selectFrom('cancel_reasons').select(['id', 'position', 'label']).where('id', '=', id).executeTakeFirst()

export const insertReasons = async (tx: Tx, rows: readonly CancelReasonRow[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('cancel_reasons')
      .values([...rows])
      .execute()
}
