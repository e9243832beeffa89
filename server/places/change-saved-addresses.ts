import type { savedAddressesApi } from '@remis/domain/places/places-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { saveAt } from './save-drop.ts'
import {
  countKeptAddresses,
  deleteSavedAddress,
  insertSavedAddress,
  lockSavedAddresses,
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
 * Saves an address by hand. A saved address within 100 m is named in its place [places-13], so that a retry adds
 * nothing. The text is the rider's word; a booking binds it to its point [design/access-86].
 */
export const addSavedAddress: UseCase<Platform, Api['add']> = async ({ config }, { body, who, commit }) => {
  const { description, lat, lng, name, place } = body
  if (!/\S/.test(description)) throw new AppError(422, 'select_proper', { fields: { description: 'select_proper' } })
  return commit(async (tx) => {
    const decision = await saveAt(tx, who.id, { lat, lng })
    if ('add' in decision && (await countKeptAddresses(tx, who.id)) >= config.limits.savedAddresses)
      throw new AppError(422, 'saved_addresses_full')
    const id =
      'count' in decision
        ? decision.count
        : await insertSavedAddress(tx, who.id, { description: description.trim(), lat, lng, count: 0 })
    return { address: found(await nameSavedAddress(tx, who.id, id, { name: named(name), place })) }
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
