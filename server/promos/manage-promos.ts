import { dayAndTime, dayAt } from '@remis/domain/kit/calendar-day'
import { faultError } from '@remis/domain/kit/check'
import { checkNewPromo, checkPromoEntry, type PromoEntry } from '@remis/domain/promos/promo-checks'
import type { ManagedPromo, promosApi } from '@remis/domain/promos/promos-api'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { manageRows } from '../platform/database/manage-rows.ts'
import { columnsNamed, exportList, readViews } from '../platform/http/export-list.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import {
  insertPromo,
  lockAnyPromo,
  lockPromo,
  markDeleted,
  officePromos,
  promoList,
  unmarkDeleted,
  updatePromo,
  type PromoFilter,
  type PromoRow,
} from './promo-store.ts'
import { riderPromo } from './view-promo.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

const managedPromo = (row: PromoRow): ManagedPromo => ({
  ...riderPromo(row),
  promo_usage_limit: row.promo_usage_limit,
  user_avail: row.user_avail,
  createdAt: row.created_at,
  version: row.version,
  deletedAt: row.deleted_at,
})

/** For the data of the trial city; without an audit row. */
export const addPromo = insertPromo

const promos = manageRows({
  name: 'promo',
  check: (entry: PromoEntry, before?: { user_avail: number }) => checkPromoEntry(entry, before?.user_avail),
  insert: insertPromo,
  lock: lockPromo,
  update: updatePromo,
  remove: markDeleted,
  archive: { lock: lockAnyPromo, holds: (row) => row.deleted_at !== null, restore: unmarkDeleted },
  view: managedPromo,
  // Names differ in more than letter case, since riders type them.
  taken: { promos_name: { key: 'promo_name_taken', field: 'promo_name' } },
})

export const createPromo: UseCase<Deps, typeof promosApi.create> = async ({ db, settings }, call) => {
  const { timezone } = await settings.current()
  const fault = checkNewPromo(call.body, dayAt(await nowMs(db.request), timezone))
  if (fault !== null) throw faultError(fault)
  return call.commit(async (tx) => ({ promo: managedPromo(await promos.add(tx, call)) }))
}

/** Bookings keep the discount they were made with; prices that are only quoted are judged again [design/money-26]. */
export const changePromo: UseCase<Platform, typeof promosApi.update> = (app, call) =>
  call.commit(async (tx) => ({ promo: managedPromo(await promos.change(tx, app, call)) }))

/** Riders can no longer use it; bookings that use it keep their discount. */
export const deletePromo: UseCase<Platform, typeof promosApi.remove> = (app, call) =>
  call.commit(async (tx) => {
    await promos.remove(tx, app, call)
    return {}
  })

/** Riders can use it again, with the uses it had [design/catalogue-13]. */
export const restorePromo: UseCase<Platform, typeof promosApi.restore> = (app, call) =>
  call.commit(async (tx) => ({ promo: managedPromo(await promos.restore(tx, app, call)) }))

const promoTable = async ({ db, settings }: Deps, { show }: { readonly show?: PromoFilter | undefined }) => {
  const { timezone } = await settings.current()
  return {
    name: 'promos',
    list: promoList(dayAt(await nowMs(db.lists), timezone)),
    base: officePromos(db.lists, show),
    view: (rows: readonly PromoRow[]) => rows.map(managedPromo),
    columns: {
      ...columnsNamed('promo_name', 'promo_description', 'promo_discount_type', 'promo_discount_value'),
      ...columnsNamed('max_promo_discount_value', 'min_order', 'promo_validity', 'promo_usage_limit', 'user_avail'),
      createdAt: (row: ManagedPromo) => dayAndTime(row.createdAt, timezone),
    },
    titles: { createdAt: 'promo_created' },
  } as const
}

/** The table of the office [promos-4]. */
export const listAllPromos: UseCase<Deps, typeof promosApi.listAll> = async (app, { query }) =>
  readViews(app, query, await promoTable(app, query))

export const exportPromos: UseCase<Deps, typeof promosApi.export> = async (app, call) =>
  exportList(app, call, await promoTable(app, call.query))
