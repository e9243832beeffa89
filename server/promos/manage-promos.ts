import { faultError } from '@remis/domain/kit/check'
import { dayAndTime } from '@remis/domain/kit/wall-clock'
import { AppError } from '@remis/domain/messages/app-error'
import { checkPromoEntry, type PromoEntry } from '@remis/domain/promos/promo-checks'
import type { promosApi } from '@remis/domain/promos/promos-api'
import { v7 as newId } from 'uuid'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { readPage } from '../platform/database/list-page.ts'
import { columnsNamed, exportList } from '../platform/http/export-list.ts'
import type { Person, Platform, UseCase } from '../platform/http/use-case.ts'
import { operatorDay } from './operator-day.ts'
import {
  insertPromo,
  isNameTaken,
  lockPromo,
  promoList,
  livePromos,
  updatePromo,
  type PromoRow,
} from './promo-store.ts'
import { managedPromo } from './view-promo.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** A promo without uses. Undefined when its name is taken, letter case apart. */
export const addPromo = (tx: Tx, promo: PromoEntry): Promise<PromoRow | undefined> =>
  insertPromo(tx, { id: newId(), ...promo })

const nameTaken = () => new AppError(422, 'promo_name_taken', { fields: { promo_name: 'taken' } })

const audit = (
  tx: Tx,
  { who, address }: { readonly who: Person; readonly address: string },
  action: 'add' | 'update' | 'delete',
  { id }: PromoRow,
  data: object,
): Promise<void> =>
  addAudit(tx, {
    actor: { id: who.id, role: who.role },
    address,
    action: `promo.${action}`,
    subject: `promo:${id}`,
    data: { ...data },
  })

const trimmed = <T extends { promo_name?: string | undefined; promo_description?: string | undefined }>(
  entry: T,
): T => ({
  ...entry,
  ...(entry.promo_name === undefined ? {} : { promo_name: entry.promo_name.trim() }),
  ...(entry.promo_description === undefined ? {} : { promo_description: entry.promo_description.trim() }),
})

/** Names differ in more than letter case, since riders type them. */
export const createPromo: UseCase<Platform, typeof promosApi.create> = async (_app, call) => {
  const promo = trimmed({ ...call.body, promo_description: call.body.promo_description ?? '' })
  const fault = checkPromoEntry(promo)
  if (fault !== null) throw faultError(fault)
  return call.commit(async (tx) => {
    const row = await addPromo(tx, promo)
    if (row === undefined) throw nameTaken()
    await audit(tx, call, 'add', row, promo)
    return { promo: managedPromo(row) }
  })
}

/** The promo, locked: bookings that use it wait and then see the change. */
const lockExisting = async (tx: Tx, id: string): Promise<PromoRow> => {
  const row = await lockPromo(tx, id)
  if (row === undefined) throw new AppError(404, 'not_found')
  return row
}

/** Bookings keep the discount they were made with; prices that are only quoted are judged again [design/money-26]. */
export const changePromo: UseCase<Platform, typeof promosApi.update> = async (app, call) =>
  call.commit(async (tx) => {
    const before = await lockExisting(tx, call.params.id)
    await app.failpoint.at('promo.locked')
    const changes = Object.fromEntries(Object.entries(trimmed(call.body)).filter(([, value]) => value !== undefined))
    const fault = checkPromoEntry({ ...before, ...changes }, before.user_avail)
    if (fault !== null) throw faultError(fault)
    if (Object.keys(changes).length === 0) return { promo: managedPromo(before) }
    const name = call.body.promo_name
    if (name !== undefined && (await isNameTaken(tx, name.trim(), before.id))) throw nameTaken()
    const row = await updatePromo(tx, before.id, changes).catch((error: unknown) => {
      // Another promo took the name after it was looked up.
      throw (error as { constraint?: string }).constraint === 'promos_name' ? nameTaken() : error
    })
    await audit(tx, call, 'update', row, { before: managedPromo(before), changes })
    return { promo: managedPromo(row) }
  })

/** Riders cannot use it any more; bookings that use it keep their discount. */
export const deletePromo: UseCase<Platform, typeof promosApi.remove> = async (app, call) =>
  call.commit(async (tx) => {
    const before = await lockExisting(tx, call.params.id)
    await app.failpoint.at('promo.locked')
    await updatePromo(tx, before.id, { deleted_at: new Date(await nowMs(tx)) })
    await audit(tx, call, 'delete', before, managedPromo(before))
    return {}
  })

const listFor = async ({ db, settings }: Deps) => {
  const { timezone } = await settings.current()
  return { timezone, list: promoList(operatorDay(await nowMs(db.lists), timezone)) }
}

/** The table of the office [promos-4]. */
export const listAllPromos: UseCase<Deps, typeof promosApi.listAll> = async (app, { query }) => {
  const { list } = await listFor(app)
  const { rows, ...page } = await readPage(list, livePromos(app.db.lists), query, app.config.limits.pageRows)
  return { ...page, rows: rows.map(managedPromo) }
}

export const exportPromos: UseCase<Deps, typeof promosApi.export> = async (app, call) => {
  const { timezone, list } = await listFor(app)
  return exportList(app, call, {
    name: 'promos',
    list,
    base: livePromos(app.db.lists),
    view: (rows) => rows.map(managedPromo),
    columns: {
      ...columnsNamed('promo_name', 'promo_description', 'promo_discount_type', 'promo_discount_value'),
      ...columnsNamed('max_promo_discount_value', 'min_order', 'promo_validity', 'promo_usage_limit', 'user_avail'),
      createdAt: (row) => dayAndTime(row.createdAt, timezone),
    },
  })
}
