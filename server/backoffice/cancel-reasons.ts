import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import type { Kysely } from 'kysely'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import type { Tables } from '../platform/database/schema.ts'
import { readAll, readOne } from './cancel-reasons-store.ts'

/** Label, value (the position) and an id that stays when positions change [settings-19], [settings-20]. */
export const cancelReasons = async (db: Kysely<Tables>): Promise<{ id: string; label: string; value: number }[]> =>
  (await readAll(db)).map(({ id, label, position }) => ({ id, label, value: position }))

export const listCancelReasons: UseCase<Platform, typeof backofficeApi.cancelReasons> = async ({ db }) => ({
  rows: await cancelReasons(db.request),
})

/** The text of a reason for a cancellation; undefined for an unknown id. */
export const cancelReasonLabel = async (db: Kysely<Tables>, id: string): Promise<string | undefined> =>
  (await readOne(db, id))?.label
