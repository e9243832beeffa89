import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import type { Tables } from '../platform/database/schema.ts'
import { insertReasons, selectReasons, selectReason } from './cancel-reasons-store.ts'

/** Label, value (the position) and an id that stays when positions change [settings-19], [settings-20]. */
export const cancelReasons = async (db: Kysely<Tables>): Promise<{ id: string; label: string; value: number }[]> =>
  (await selectReasons(db)).map(({ id, label, position }) => ({ id, label, value: position }))

export const listCancelReasons: UseCase<Platform, typeof backofficeApi.cancelReasons> = async ({ db }) => ({
  rows: await cancelReasons(db.request),
})

/** The text of a reason for a cancellation; undefined for an unknown id. */
export const cancelReasonLabel = async (db: Kysely<Tables>, id: string): Promise<string | undefined> =>
  (await selectReason(db, id))?.label

/** Appends reasons; a new one has the current count as value [settings-22]. */
export const addCancelReasons = async (tx: Tx, labels: readonly string[]): Promise<void> => {
  const first = (await selectReasons(tx)).length
  await insertReasons(
    tx,
    labels.map((label, index) => ({ id: newId(), position: first + index, label })),
  )
}
