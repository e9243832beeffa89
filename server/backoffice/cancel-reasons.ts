import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { cancelReasonRoles, type CancelReasonRole, type NewCancelReason } from '@remis/domain/backoffice/cancel-reason'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import type { Tables } from '../platform/database/schema.ts'
import { insertReasons, selectReasons } from './cancel-reasons-store.ts'

interface CancelReason {
  id: string
  label: string
  /** the position */
  value: number
  roles: CancelReasonRole[]
}

/** Label, value (the position) and an id that stays when positions change [settings-19], [settings-20]. */
const listReasons = async (db: Kysely<Tables>): Promise<CancelReason[]> =>
  (await selectReasons(db)).map(({ id, label, position, roles }) => ({ id, label, value: position, roles }))

export const listCancelReasons: UseCase<Platform, typeof backofficeApi.cancelReasons> = async ({ db }) => ({
  rows: await listReasons(db.request),
})

/** The reasons that a role may choose [design/moves-75]; their values are the positions among all reasons. */
export const cancelReasonsFor = async (db: Kysely<Tables>, role: Role) =>
  (await listReasons(db))
    .filter(({ roles }) => roles.some((one) => one === role))
    .map(({ id, label, value }) => ({ id, label, value }))

/** Appends reasons; a new one has the current count as value [settings-22]. A plain label is for every role. */
export const addCancelReasons = async (tx: Tx, added: readonly (string | NewCancelReason)[]): Promise<void> => {
  const first = (await selectReasons(tx)).length
  await insertReasons(
    tx,
    added.map((reason, index) => {
      const { label, roles } = typeof reason === 'string' ? { label: reason, roles: cancelReasonRoles } : reason
      return { id: newId(), position: first + index, label, roles: [...roles] }
    }),
  )
}
