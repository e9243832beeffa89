import type { LatLng } from '@remis/domain/kit/distance'
import { saveAddress } from '@remis/domain/places/saved-addresses'
import type { Tx } from '../platform/database/database.ts'
import { countUse, insertSavedAddress, lockSavedAddresses, selectAround } from './saved-address-store.ts'

/** Degrees of a square a little larger than the rule's radius; near the poles it spans every longitude. */
const squareAround = ({ lat }: LatLng): [number, number] => {
  const degrees = 0.002
  const shrink = Math.cos((Math.min(89.9, Math.abs(lat)) * Math.PI) / 180)
  return [degrees, Math.min(180, degrees / shrink)]
}

/** Saved addresses of a person near a point. Locks the person's addresses until the commit. */
export const lockAround = async (tx: Tx, user: string, at: LatLng) => {
  await lockSavedAddresses(tx, user)
  return selectAround(tx, user, at, squareAround(at))
}

/** Saves the drop to the customer's addresses, or counts one use more of a saved address near it [places-13]. */
export const saveDrop = async (tx: Tx, user: string, drop: LatLng & { readonly add: string }): Promise<void> => {
  const decision = saveAddress(await lockAround(tx, user, drop), drop)
  if ('count' in decision) await countUse(tx, decision.count)
  else await insertSavedAddress(tx, user, { description: drop.add, lat: drop.lat, lng: drop.lng })
}
