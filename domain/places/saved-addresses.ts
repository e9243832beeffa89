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

const nearest = <Address extends SavedAddress>(saved: readonly Address[], at: LatLng): Address | undefined =>
  saved
    .map((address) => ({ address, km: kmBetween(address, at) }))
    .filter(({ km }) => km <= sameWithinKm)
    .sort((a, b) => a.km - b.km)[0]?.address

/** Counts the nearest saved address within 0.1 km of the drop; without one, adds the drop [places-13]. */
export const saveAddress = (saved: readonly SavedAddress[], drop: LatLng): { count: string } | { add: true } => {
  const near = nearest(saved, drop)
  return near === undefined ? { add: true } : { count: near.id }
}

export interface NamedAddress extends SavedAddress {
  readonly description: string
  readonly name: string | null
  readonly place: NamedPlace | null
}

/** Points within this distance are the same place, as in the form's list of places. */
const samePointKm = 0.01

/** Saved by the person: named, home, work, or added by hand and not used yet. The others were saved by rides. */
const isKept = ({ name, place, count }: NamedAddress): boolean => name !== null || place !== null || count === 0

/**
 * The saved address that an address added by hand updates [design/accounts-150]: the same point or text within 0.1 km,
 * otherwise the nearest one saved only by rides. Null: add a new one.
 */
export const addressAt = <Address extends NamedAddress>(
  saved: readonly Address[],
  added: LatLng & { readonly description: string },
): Address | null =>
  nearest(
    saved.filter((one) => kmBetween(one, added) <= samePointKm || one.description === added.description),
    added,
  ) ??
  nearest(
    saved.filter((one) => !isKept(one)),
    added,
  ) ??
  null
