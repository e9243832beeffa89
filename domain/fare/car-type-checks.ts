import type { Settings } from '../backoffice/settings.ts'
import type { Fault } from '../kit/check.ts'
import { carTypePictureOf } from '../files/file-kinds.ts'
import { exponentOf } from '../kit/currency.ts'
import type { CarTypePrices } from './tariff.ts'

/** The pictures a car type can have; files in web/ui/vehicles. */
export const vehiclePictures = ['hatchback', 'sedan', 'xl', 'premium', 'bicycle', 'motorbike', 'van'] as const

/** Riders and the office load all car types at once. */
export const mostCarTypes = 200
/** Rows of a slab, parcel types or options. */
export const mostCarTypeRows = 20
/** With rates up to this, major units, no fare leaves the safe integers: 20,000 km in a currency of three decimals. */
export const mostCarTypeAmount = 100_000_000
/** Of a step of the cancellation fee after the acceptance. */
export const mostSlabMinutes = 24 * 60
export const mostSeats = 60

interface ExtraEntry {
  readonly description: string
  readonly amount: number
}

/** What an admin enters [fare-1]; amounts in major units, rates per unit of distance and per hour. */
export interface CarTypeEntry extends CarTypePrices {
  readonly name: string
  /** one of `vehiclePictures`, or the address of an uploaded one */
  readonly image: string
  readonly seats: number
  readonly extra_info?: string | undefined
  readonly convenience_fee_type: 'flat' | 'percentage'
  readonly parcelTypes: readonly ExtraEntry[]
  readonly options: readonly ExtraEntry[]
  /** riders can choose it */
  readonly active: boolean
}

/** Decimals of an amount that is charged as it is entered: those of the settings, at most the currency's. */
export const amountDecimals = ({ decimal, code }: Pick<Settings, 'decimal' | 'code'>): number =>
  Math.min(decimal, exponentOf(code))

/** Rates and percentages are stored with four decimals [design/catalogue-2]. */
export const rateDecimals = 4

const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value

const isAmount = (value: number, decimals: number): boolean =>
  value >= 0 && value <= mostCarTypeAmount && hasDecimals(value, decimals)

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

const areExtras = (rows: readonly ExtraEntry[], decimals: number): boolean =>
  rows.length <= mostCarTypeRows &&
  rows.every(({ description, amount }) => /\S/.test(description) && isAmount(amount, decimals)) &&
  isDistinct(rows.map(({ description }) => description.trim().toLowerCase()))

const isSlab = (rows: CarTypeEntry['cancelSlab'], decimals: number): boolean =>
  rows.length <= mostCarTypeRows &&
  rows.every(
    ({ minsDelayed, amount }) =>
      Number.isInteger(minsDelayed) && minsDelayed >= 0 && minsDelayed <= mostSlabMinutes && isAmount(amount, decimals),
  ) &&
  isDistinct(rows.map(({ minsDelayed }) => minsDelayed))

/** The steps of a slab in the order of their minutes, as they are stored [design/catalogue-3]. */
export const sortedSlab = (rows: CarTypeEntry['cancelSlab']): CarTypeEntry['cancelSlab'] =>
  rows.toSorted((a, b) => a.minsDelayed - b.minsDelayed)

/**
 * The first fault of a car type that an admin adds or edits, null when it is valid [design/catalogue-2]. `decimals`: of
 * an amount that is charged as entered. `before`: the stored one, which keeps its picture.
 */
export const checkCarTypeEntry = (
  car: CarTypeEntry,
  decimals: number,
  before?: { readonly image: string },
): Fault | null => {
  const wrong = (field: keyof CarTypeEntry): Fault => ({ key: 'car_type_invalid', field })
  if (!/\S/.test(car.name)) return wrong('name')
  const isDrawn = vehiclePictures.some((picture) => picture === car.image)
  if (!isDrawn && carTypePictureOf(car.image) === undefined && car.image !== before?.image) return wrong('image')
  if (!Number.isInteger(car.seats) || car.seats < 1 || car.seats > mostSeats) return wrong('seats')
  if (!isAmount(car.base_fare, decimals)) return wrong('base_fare')
  if (!isAmount(car.rate_per_unit_distance, rateDecimals)) return wrong('rate_per_unit_distance')
  if (!isAmount(car.rate_per_hour, rateDecimals)) return wrong('rate_per_hour')
  if (!isAmount(car.min_fare, decimals)) return wrong('min_fare')
  // A ride that costs nothing is a mistake in the form, not a tariff.
  if (car.base_fare + car.rate_per_unit_distance + car.rate_per_hour + car.min_fare === 0) return wrong('min_fare')
  const flat = car.convenience_fee_type === 'flat'
  if (!isAmount(car.convenience_fees, flat ? decimals : rateDecimals)) return wrong('convenience_fees')
  if (!flat && car.convenience_fees > 100) return wrong('convenience_fees')
  if (!isSlab(car.cancelSlab, decimals)) return wrong('cancelSlab')
  if (!areExtras(car.parcelTypes, decimals)) return wrong('parcelTypes')
  return areExtras(car.options, decimals) ? null : wrong('options')
}
