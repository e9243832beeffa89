import type { CancelReasonRole } from '@remis/domain/backoffice/cancel-reason'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface CancelReasonRow {
  readonly id: string
  readonly position: number
  readonly label: string
  readonly roles: CancelReasonRole[]
}

const reasons = (db: Kysely<Tables>) => db.selectFrom('cancel_reasons').select(['id', 'position', 'label', 'roles'])

export const selectReasons = (db: Kysely<Tables>): Promise<CancelReasonRow[]> =>
  reasons(db).orderBy('position').execute()

export const insertReasons = async (tx: Tx, rows: readonly CancelReasonRow[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('cancel_reasons')
      .values([...rows])
      .execute()
}
