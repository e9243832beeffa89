import type { savedViewsApi } from '@remis/domain/booking/list/saved-views-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import {
  countOtherViews,
  deleteListColumns,
  deleteSavedView,
  isNameTaken,
  lockSavedViews,
  putListColumns,
  putSavedView,
  selectListColumns,
  selectSavedViews,
  updateViewName,
} from './saved-view-store.ts'

type Api = typeof savedViewsApi

/** The name without spaces around it; empty is refused. */
const nameOf = (typed: string): string => {
  const name = typed.trim()
  if (name === '') throw new AppError(422, 'view_name_missing', { fields: { name: 'view_name_missing' } })
  return name
}

export const listSavedViews: UseCase<BookingDeps, Api['list']> = async ({ db }, { who }) => {
  const [rows, columns] = await Promise.all([
    selectSavedViews(db.request, who.id),
    selectListColumns(db.request, who.id, who.role),
  ])
  return { rows, columns }
}

/** A name that exists is replaced, so a retry adds nothing [design/web-83]. */
export const saveView: UseCase<BookingDeps, Api['save']> = async ({ config }, { body, who, commit }) => {
  const entry = { ...body, name: nameOf(body.name) }
  return commit(async (tx) => {
    await lockSavedViews(tx, who.id)
    if ((await countOtherViews(tx, who.id, entry.name)) >= config.limits.savedViews)
      throw new AppError(422, 'saved_views_full')
    return { view: await putSavedView(tx, who.id, entry) }
  })
}

export const renameSavedView: UseCase<BookingDeps, Api['rename']> = async (_app, { body, who, commit }) => {
  const name = nameOf(body.name)
  return commit(async (tx) => {
    await lockSavedViews(tx, who.id)
    if (await isNameTaken(tx, who.id, body.id, name))
      throw new AppError(422, 'view_name_taken', { fields: { name: 'view_name_taken' } })
    const view = await updateViewName(tx, who.id, body.id, name)
    if (view === undefined) throw new AppError(404, 'not_found')
    return { view }
  })
}

export const removeSavedView: UseCase<BookingDeps, Api['remove']> = async (_app, { body, who, commit }) =>
  commit(async (tx) => {
    if (!(await deleteSavedView(tx, who.id, body.id))) throw new AppError(404, 'not_found')
    return {}
  })

export const keepListColumns: UseCase<BookingDeps, Api['keepColumns']> = async (_app, { body, who, commit }) =>
  commit(async (tx) => {
    if (body.columns === null) await deleteListColumns(tx, who.id, who.role)
    else await putListColumns(tx, who.id, who.role, body.columns)
    return {}
  })
