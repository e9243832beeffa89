import type { cancelReasonSorts } from '@remis/domain/backoffice/backoffice-routes'
import type { CancelReasonRole } from '@remis/domain/backoffice/cancel-reason'
import { sql, type Kysely, type Updateable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import { byText } from '../platform/database/search-words.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface CancelReasonRow {
  readonly id: string
  readonly position: number
  readonly label: string
  readonly roles: CancelReasonRole[]
  readonly version: number
}

export const reasons = (db: Kysely<Tables>) =>
  db.selectFrom('cancel_reasons').select(['id', 'position', 'label', 'roles', 'version'])

export const selectReasons = (db: Kysely<Tables>): Promise<CancelReasonRow[]> =>
  reasons(db).orderBy('position').execute()

export const insertReasons = async (tx: Tx, rows: readonly Omit<CancelReasonRow, 'version'>[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('cancel_reasons')
      .values([...rows])
      .execute()
}

export const cancelReasonList: ListTable<(typeof cancelReasonSorts)[number], { role?: CancelReasonRole | undefined }> =
  {
    id: { by: sql.ref('id'), kind: 'uuid' },
    sorts: {
      value: { by: sql.ref('position'), kind: 'integer' },
      label: byText(sql.ref('label')),
    },
    usual: { sort: 'value', direction: 'asc' },
    searched: [sql.ref('label')],
    filters: { role: (role) => sql`${role} = any(roles)` },
    counted: true,
  }

/** One admin at a time changes the list, since a change of one reason may move the others. Readers do not wait. */
export const lockReasons = async (tx: Tx): Promise<void> => {
  await sql`lock table cancel_reasons in share row exclusive mode`.execute(tx)
}

export const selectReason = (db: Kysely<Tables>, id: string) => reasons(db).where('id', '=', id).executeTakeFirst()

/** Does another reason say the same, letter case apart? */
export const isLabelTaken = async (db: Kysely<Tables>, label: string, butNot: string | null): Promise<boolean> => {
  const same = reasons(db).where(sql<boolean>`lower(label) = lower(${label})`)
  return (await (butNot === null ? same : same.where('id', '!=', butNot)).executeTakeFirst()) !== undefined
}

export const updateReason = (tx: Tx, id: string, values: Updateable<Tables['cancel_reasons']>) =>
  tx
    .updateTable('cancel_reasons')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'position', 'label', 'roles', 'version'])
    .executeTakeFirstOrThrow()

/** Removes a reason and moves those behind it one place up [settings-22]. Bookings hold its words, not the row. */
export const deleteReason = async (tx: Tx, id: string, position: number): Promise<void> => {
  await tx.deleteFrom('cancel_reasons').where('id', '=', id).execute()
  await tx
    .updateTable('cancel_reasons')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('position', '>', position)
    .execute()
}
