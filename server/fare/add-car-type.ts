import type { Extra } from '@remis/domain/booking/booking'
import type { Tariff } from '@remis/domain/fare/tariff'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertCarType, selectCarTypes } from './car-type-store.ts'

/** Rates in major units, per unit of distance and per hour [fare-3]. */
export interface NewCarType extends Omit<Tariff, 'unit' | 'decimal' | 'exponent' | 'currency'> {
  readonly name: string
  readonly image: string
  readonly seats: number
  readonly extra_info: string
  /** Riders can choose it; default true. */
  readonly active?: boolean
  /** of the delivery variant [delivery-4] */
  readonly parcelTypes?: readonly Extra[]
  readonly options?: readonly Extra[]
}

/** Adds a car type after the existing ones. The unique index refuses a taken name. */
export const addCarType = async (tx: Tx, car: NewCarType): Promise<string> => {
  const id = newId()
  const { cancelSlab, parcelTypes = [], options = [], ...columns } = car
  await insertCarType(tx, {
    ...columns,
    id,
    position: (await selectCarTypes(tx)).length,
    cancel_slab: JSON.stringify(cancelSlab),
    parcel_types: JSON.stringify(parcelTypes),
    options: JSON.stringify(options),
  })
  return id
}
