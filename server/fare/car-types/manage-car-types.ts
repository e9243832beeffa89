import {
  amountDecimals,
  checkCarTypeEntry,
  mostCarTypes,
  sortedSlab,
  type CarTypeEntry,
} from '@remis/domain/fare/car-type-checks'
import type { carTypeTableApi, ManagedCarType } from '@remis/domain/fare/car-types-api'
import { carTypePictureOf, fileUrl } from '@remis/domain/files/file-kinds'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { room } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { v7 as newId } from 'uuid'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import { attachFile, releaseFile } from '../../files/attach-file.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { manageRows } from '../../platform/database/manage-rows.ts'
import { columnsNamed, exportList, readViews } from '../../platform/http/export-list.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import {
  archiveCarType,
  carTypeList,
  countUses,
  insertCarType,
  liveCarTypes,
  lockAnyCarType,
  lockCarType,
  lockCarTypes,
  nextPosition,
  officeCarTypes,
  restoreArchived,
  selectCarTypes,
  selectLiveIds,
  updateCarType,
  updatePositions,
  type CarTypeRow,
} from '../car-type-store.ts'
import { offerOf, ratesOf } from '../list-car-types.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** A car type as an admin sees it. */
export const managedCarType = (row: CarTypeRow): ManagedCarType => ({
  ...offerOf(row),
  ...ratesOf(row),
  position: row.position,
  active: row.active,
  version: row.version,
  deletedAt: row.deleted_at,
})

/** The columns of an entry, or of the part of one that changes. */
const columnsOf = ({ cancelSlab, parcelTypes, options, extra_info, ...plain }: Partial<CarTypeEntry>) => ({
  ...plain,
  ...(extra_info === undefined ? {} : { extra_info }),
  ...(cancelSlab === undefined ? {} : { cancel_slab: JSON.stringify(sortedSlab(cancelSlab)) }),
  ...(parcelTypes === undefined ? {} : { parcel_types: JSON.stringify(parcelTypes) }),
  ...(options === undefined ? {} : { options: JSON.stringify(options) }),
})

/** Attaches an uploaded picture and releases the previous one [design/catalogue-12]. Drawn pictures are not files. */
const changePicture = async (tx: Tx, admin: string, image: string, before?: string): Promise<void> => {
  if (image === before) return
  const file = carTypePictureOf(image)
  if (file !== undefined) await attachFile(tx, { file, owner: admin, kind: 'carTypeImage' })
  const former = before === undefined ? undefined : carTypePictureOf(before)
  if (former !== undefined) await releaseFile(tx, fileUrl(former))
}

const checkRoom = async (tx: Tx): Promise<void> => {
  if ((await selectLiveIds(tx)).length >= mostCarTypes) throw new AppError(422, 'list_full')
}

const insert = async (tx: Tx, entry: CarTypeEntry, admin: string): Promise<ManagedCarType> => {
  await lockCarTypes(tx)
  await checkRoom(tx)
  const id = newId()
  const { name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type } = entry
  await changePicture(tx, admin, image)
  const required = { name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type }
  await insertCarType(tx, { ...columnsOf(entry), ...required, id, position: await nextPosition(tx) })
  const row = await lockCarType(tx, id)
  if (row === undefined) throw new Error('the car type was not inserted')
  return managedCarType(row)
}

/** The table first: an update that held its row and waited for the table would block one that adds or archives. */
const lock = async (tx: Tx, id: string, lockRow: typeof lockAnyCarType = lockCarType) => {
  await lockCarTypes(tx)
  const row = await lockRow(tx, id)
  return row === undefined ? undefined : managedCarType(row)
}

const restore = async (tx: Tx, id: string): Promise<ManagedCarType> => {
  await checkRoom(tx)
  return managedCarType(await restoreArchived(tx, id))
}

const update = async (tx: Tx, id: string, changes: Partial<CarTypeEntry>, admin: string): Promise<ManagedCarType> => {
  const before = await lockCarType(tx, id)
  if (changes.image !== undefined) await changePicture(tx, admin, changes.image, before?.image)
  return managedCarType(await updateCarType(tx, id, columnsOf(changes)))
}

/** `decimals`: of an amount that is charged as it is entered. */
const carTypes = (decimals: number, admin: string) =>
  manageRows<ManagedCarType, CarTypeEntry>({
    name: 'car-type',
    check: (entry, before) => checkCarTypeEntry(entry, decimals, before),
    insert: (tx, entry) => insert(tx, entry, admin),
    lock: (tx, id) => lock(tx, id),
    update: (tx, id, changes) => update(tx, id, changes, admin),
    remove: archiveCarType,
    archive: {
      lock: (tx, id) => lock(tx, id, lockAnyCarType),
      holds: (row) => row.deletedAt !== null,
      restore,
    },
    taken: { car_types_name: { key: 'car_type_name_taken', field: 'name' } },
    view: (row) => row,
  })

const rows = async ({ settings }: Deps, { who }: { readonly who: { readonly id: string } }) =>
  carTypes(amountDecimals(await settings.current()), who.id)

/** Open pages of riders and of the office read the car types again [design/catalogue-7]. */
const report = (tx: Tx): Promise<void> => addToOutbox(tx, { kind: 'car-types', subject: 'all', audience: [room.all] })

export const createCarType: UseCase<Deps, typeof carTypeTableApi.create> = async (app, call) => {
  const managed = await rows(app, call)
  return call.commit(async (tx) => {
    const carType = await managed.add(tx, call)
    await report(tx)
    return { carType }
  })
}

/** Bookings and quotes keep the tariff they were made with [design/data-7]. */
export const changeCarType: UseCase<Deps, typeof carTypeTableApi.update> = async (app, call) => {
  const managed = await rows(app, call)
  return call.commit(async (tx) => {
    const carType = await managed.change(tx, app, call)
    await report(tx)
    return { carType }
  })
}

/** Archives: riders can no longer choose it; its bookings go on, its drivers keep it [design/catalogue-6]. */
export const removeCarType: UseCase<Deps, typeof carTypeTableApi.remove> = async (app, call) => {
  const managed = await rows(app, call)
  return call.commit(async (tx) => {
    await managed.remove(tx, app, call)
    await report(tx)
    return {}
  })
}

/** Its drivers get requests again; riders cannot choose it until an admin shows it to them [design/catalogue-13]. */
export const restoreCarType: UseCase<Deps, typeof carTypeTableApi.restore> = async (app, call) => {
  const managed = await rows(app, call)
  return call.commit(async (tx) => {
    const carType = await managed.restore(tx, app, call)
    await report(tx)
    return { carType }
  })
}

/** The whole list in its new order; a list of other car types than there are is 409. */
export const orderCarTypes: UseCase<Deps, typeof carTypeTableApi.order> = (_app, call) =>
  call.commit(async (tx) => {
    const { ids } = call.body
    await lockCarTypes(tx)
    const before = await selectLiveIds(tx)
    if (before.toSorted().join() !== ids.toSorted().join()) throw new AppError(409, 'row_changed')
    await updatePositions(tx, ids)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'car-type.order',
      subject: 'car-types',
      data: { before, after: ids },
    })
    await report(tx)
    return {}
  })

export const readCarTypeEnding: UseCase<Deps, typeof carTypeTableApi.ending> = async ({ db }, { params: { id } }) => {
  const row = await liveCarTypes(db.lists).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError(404, 'not_found')
  const [uses, active] = await Promise.all([countUses(db.lists, id), selectCarTypes(db.lists)])
  return { ending: { ...uses, last: active.every((car) => car.id === id) } }
}

const carTypeTable = async ({ db, settings }: Deps, { show }: { readonly show?: 'deleted' | undefined }) => {
  const { timezone, convert_to_mile: miles } = await settings.current()
  const list = (entries: readonly { description: string; amount: number }[]) =>
    entries.map(({ description, amount }) => `${description}: ${amount}`).join('; ')
  return {
    name: 'car-types',
    list: carTypeList,
    base: officeCarTypes(db.lists, show),
    view: (found: readonly CarTypeRow[]) => found.map(managedCarType),
    columns: {
      ...columnsNamed('name', 'image', 'seats', 'active', 'base_fare', 'rate_per_unit_distance', 'rate_per_hour'),
      ...columnsNamed('min_fare', 'convenience_fees', 'convenience_fee_type', 'extra_info'),
      cancelSlab: (row: ManagedCarType) =>
        row.cancelSlab.map(({ minsDelayed, amount }) => `${minsDelayed} min: ${amount}`).join('; '),
      parcelTypes: (row: ManagedCarType) => list(row.parcelTypes),
      options: (row: ManagedCarType) => list(row.options),
      createdAt: (row: ManagedCarType) => dayAndTime(row.createdAt, timezone),
    },
    titles: {
      name: 'car_type_name',
      image: 'car_type_image',
      seats: 'car_type_seats',
      active: 'car_type_active',
      rate_per_unit_distance: miles ? 'rate_per_mile' : 'rate_per_km',
      min_fare: 'car_type_min_fare',
      options: 'car_type_options',
      createdAt: 'car_type_created',
    },
  } as const
}

/** The table of the office [fare-4]. */
export const listAllCarTypes: UseCase<Deps, typeof carTypeTableApi.listAll> = async (app, { query }) =>
  readViews(app, query, await carTypeTable(app, query))

export const exportCarTypes: UseCase<Deps, typeof carTypeTableApi.export> = async (app, call) =>
  exportList(app, call, await carTypeTable(app, call.query))
