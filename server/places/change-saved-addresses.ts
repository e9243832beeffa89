import type { savedAddressesApi } from '@remis/domain/places/places-api'
import { addressAt } from '@remis/domain/places/saved-addresses'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { lockAround } from './save-drop.ts'
import {
  countKeptAddresses,
  deleteSavedAddress,
  insertSavedAddress,
  lockSavedAddresses,
  moveSavedAddress,
  nameSavedAddress,
} from './saved-address-store.ts'

type Api = typeof savedAddressesApi

const named = (name: string | null | undefined) => (name === undefined ? undefined : name?.trim() || null)

/** null: nothing was found */
const found = <T>(address: T | undefined): T => {
  if (address === undefined) throw new AppError(404, 'not_found')
  return address
}

/**
 * Saves an address by hand. Updates a saved address of the same place [design/accounts-150] with the point and text of
 * the request. The text is not verified here; a booking binds it to its point [design/access-86].
 */
export const addSavedAddress: UseCase<Platform, Api['add']> = async ({ config }, { body, who, commit }) => {
  const { lat, lng, name, place } = body
  const description = body.description.trim()
  if (description === '') throw new AppError(422, 'select_proper', { fields: { description: 'select_proper' } })
  const at = { description, lat, lng }
  return commit(async (tx) => {
    const same = addressAt(await lockAround(tx, who.id, at), at)
    if (same === null && (await countKeptAddresses(tx, who.id)) >= config.limits.savedAddresses)
      throw new AppError(422, 'saved_addresses_full')
    if (same !== null) await moveSavedAddress(tx, same.id, at)
    const id = same?.id ?? (await insertSavedAddress(tx, who.id, { ...at, count: 0 }))
    // Keeps the existing name and place.
    const naming = { name: named(name) ?? undefined, place: place ?? undefined }
    return { address: found(await nameSavedAddress(tx, who.id, id, naming)) }
  })
}

/** Gives a saved address a name, or makes it home or work. */
export const changeSavedAddress: UseCase<Platform, Api['change']> = async (_app, { body, who, commit }) =>
  commit(async (tx) => {
    await lockSavedAddresses(tx, who.id)
    const { id, name, place } = body
    return { address: found(await nameSavedAddress(tx, who.id, id, { name: named(name), place })) }
  })

export const removeSavedAddress: UseCase<Platform, Api['remove']> = async (_app, { body, who, commit }) =>
  commit(async (tx) => {
    if (!(await deleteSavedAddress(tx, who.id, body.id))) throw new AppError(404, 'not_found')
    return {}
  })
