import { kmBetween, type LatLng } from '../kit/distance.ts'

/** spec 1 §9: 0.1 distance units; km always (design §4) */
const sameWithinKm = 0.1

export interface SavedAddress extends LatLng {
  readonly id: string
  readonly count: number
}

/**
 * spec 1 §4 REACHED: the count of a saved address within 0.1 km of the drop goes up (the nearest one's), else the drop
 * is added.
 */
export const saveAddress = (saved: readonly SavedAddress[], drop: LatLng): { count: string } | { add: true } => {
  const near = saved
    .map((address) => ({ id: address.id, km: kmBetween(address, drop) }))
    .filter(({ km }) => km <= sameWithinKm)
    .sort((a, b) => a.km - b.km)[0]
  return near === undefined ? { add: true } : { count: near.id }
}
