import type { carTypesApi, CarTypeView } from '@remis/domain/fare/car-types-api'
import type { Platform, UseCase, Who } from '../platform/http/use-case.ts'
import { selectCarTypes, type CarTypeRow } from './car-type-store.ts'

/** What everyone sees of a car type. */
export const offerOf = (row: CarTypeRow) => ({
  id: row.id,
  name: row.name,
  image: row.image,
  extra_info: row.extra_info,
  seats: row.seats,
  parcelTypes: row.parcel_types,
  options: row.options,
})

/** Rates and fees are for admins only [design/access-6]. */
export const ratesOf = (row: CarTypeRow) => ({
  base_fare: row.base_fare,
  rate_per_unit_distance: row.rate_per_unit_distance,
  rate_per_hour: row.rate_per_hour,
  min_fare: row.min_fare,
  convenience_fees: row.convenience_fees,
  convenience_fee_type: row.convenience_fee_type,
  cancelSlab: row.cancel_slab,
  createdAt: row.created_at,
})

const viewCarType = (row: CarTypeRow, who: Who): CarTypeView => ({
  ...offerOf(row),
  ...(who.kind === 'person' && who.role === 'admin' ? ratesOf(row) : {}),
})

export const listCarTypes: UseCase<Platform, typeof carTypesApi.list> = async ({ db }, { who }) => {
  const rows = await selectCarTypes(db.request)
  return { rows: rows.map((row) => viewCarType(row, who)) }
}

/** The car types without rates, for the first reply of the landing page. */
export const carTypesOnOffer = async ({ db }: Pick<Platform, 'db'>): Promise<CarTypeView[]> =>
  (await selectCarTypes(db.request)).map(offerOf)
