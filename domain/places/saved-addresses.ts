import { kmBetween, type LatLng } from '../kit/distance.ts'

/** Addresses that a rider has one of [design/accounts-126]. */
export const namedPlaces = ['home', 'work'] as const
export type NamedPlace = (typeof namedPlaces)[number]

/** 0.1 distance units [places-13], always km [design/api-28] */
export const sameWithinKm = 0.1

export interface SavedAddress extends LatLng {
  readonly id: string
  readonly count: number
}

/** Counts the nearest saved address within 0.1 km of the drop; without one, adds the drop [places-13]. */
export const saveAddress = (saved: readonly SavedAddress[], drop: LatLng): { count: string } | { add: true } => {
  const near = saved
    .map((address) => ({ id: address.id, km: kmBetween(address, drop) }))
    .filter(({ km }) => km <= sameWithinKm)
    .sort((a, b) => a.km - b.km)[0]
  return near === undefined ? { add: true } : { count: near.id }
}
