import { checkCancelReason, mostCancelReasons, type NewCancelReason } from '@remis/domain/backoffice/cancel-reason'
import type { cancelReasonsApi, ManagedCancelReason } from '@remis/domain/backoffice/cancel-reasons-api'
import { AppError } from '@remis/domain/messages/app-error'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { manageRows } from '../platform/database/manage-rows.ts'
import { exportList, readViews } from '../platform/http/export-list.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import {
  cancelReasonList,
  deleteReason,
  insertReasons,
  isLabelTaken,
  lockReasons,
  reasons,
  selectReason,
  selectReasons,
  updateReason,
  type CancelReasonRow,
} from './cancel-reasons-store.ts'

const managedReason = ({ id, label, position, roles, version }: CancelReasonRow): ManagedCancelReason => ({
  id,
  label,
  value: position,
  roles,
  version,
})

const refuseTaken = async (tx: Tx, label: string, butNot: string | null): Promise<void> => {
  if (await isLabelTaken(tx, label, butNot))
    throw new AppError(422, 'cancel_reason_taken', { fields: { label: 'cancel_reason_taken' } })
}

/** A new one gets the current count as value [settings-22]. */
const insert = async (tx: Tx, { label, roles }: NewCancelReason): Promise<ManagedCancelReason> => {
  await lockReasons(tx)
  const position = (await selectReasons(tx)).length
  if (position >= mostCancelReasons) throw new AppError(422, 'list_full')
  await refuseTaken(tx, label, null)
  const reason = { id: newId(), label, roles: [...roles], position }
  await insertReasons(tx, [reason])
  return managedReason({ ...reason, version: 0 })
}

const lock = async (tx: Tx, id: string): Promise<ManagedCancelReason | undefined> => {
  await lockReasons(tx)
  const row = await selectReason(tx, id)
  return row === undefined ? undefined : managedReason(row)
}

const managed = manageRows<ManagedCancelReason, NewCancelReason>({
  name: 'cancel-reason',
  check: checkCancelReason,
  insert,
  lock,
  update: async (tx, id, { label, roles }) => {
    if (label !== undefined) await refuseTaken(tx, label, id)
    const values = {
      ...(label === undefined ? {} : { label }),
      ...(roles === undefined ? {} : { roles: [...roles] }),
    }
    return managedReason(await updateReason(tx, id, values))
  },
  remove: async (tx, id) => {
    const row = await selectReason(tx, id)
    if (row !== undefined) await deleteReason(tx, id, row.position)
  },
  view: (row) => row,
})

export const createCancelReason: UseCase<Platform, typeof cancelReasonsApi.create> = (_app, call) =>
  call.commit(async (tx) => ({ reason: await managed.add(tx, call) }))

/** Bookings that were cancelled with it keep the words they were cancelled with. */
export const changeCancelReason: UseCase<Platform, typeof cancelReasonsApi.update> = (app, call) =>
  call.commit(async (tx) => ({ reason: await managed.change(tx, app, call) }))

export const removeCancelReason: UseCase<Platform, typeof cancelReasonsApi.remove> = (app, call) =>
  call.commit(async (tx) => {
    await managed.remove(tx, app, call)
    return {}
  })

const reasonTable = ({ db }: Platform) =>
  ({
    name: 'cancel-reasons',
    list: cancelReasonList,
    base: reasons(db.lists),
    view: (rows: readonly CancelReasonRow[]) => rows.map(managedReason),
    columns: {
      value: ({ value }: ManagedCancelReason) => value,
      label: ({ label }: ManagedCancelReason) => label,
      roles: ({ roles }: ManagedCancelReason) => roles.join(', '),
      id: ({ id }: ManagedCancelReason) => id,
    },
    titles: { value: 'reason_value', label: 'reason_label', roles: 'reason_roles', id: 'reason_id' },
  }) as const

/** The table of the office [settings-21]. */
export const listAllCancelReasons: UseCase<Platform, typeof cancelReasonsApi.listAll> = (app, { query }) =>
  readViews(app, query, reasonTable(app))

export const exportCancelReasons: UseCase<Platform, typeof cancelReasonsApi.export> = (app, call) =>
  exportList(app, call, reasonTable(app))
