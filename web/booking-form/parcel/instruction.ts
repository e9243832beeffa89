import type { InstructionData } from '@remis/domain/booking/booking-api'
import type { Variant } from '@remis/domain/booking/variant'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'

/** The delivery details as typed in the estimate. */
export interface DeliveryDetails {
  readonly deliveryPerson: string
  readonly deliveryPersonPhone: string
  readonly pickUpInstructions: string
  readonly deliveryInstructions: string
}

export const noDetails: DeliveryDetails = {
  deliveryPerson: '',
  deliveryPersonPhone: '',
  pickUpInstructions: '',
  deliveryInstructions: '',
}

/** Places in the lists of the car type; null where it has no such list. */
export interface ParcelChoice {
  readonly parcelTypeIndex: number | null
  readonly optionIndex: number | null
}

/** What is entered about the parcel, for one rider and trip (`of`). */
export interface EnteredParcel {
  readonly of: string
  readonly details: DeliveryDetails
  readonly choice: ParcelChoice | null
}

/** What was entered for `of`; nothing where it was for another rider, or before "Start over" [design/web-129]. */
export const parcelFor = (of: string, entered: EnteredParcel | null): EnteredParcel =>
  entered?.of === of ? entered : { of, details: noDetails, choice: null }

/** Whether parcel type and option are chosen after Book [landing-19]: in a delivery, of a car type that has some. */
export const asksForParcel = (
  { showsParcel }: Pick<Variant, 'showsParcel'>,
  car: Pick<CarTypeView, 'parcelTypes' | 'options'> | null,
): boolean => showsParcel && car !== null && (car.parcelTypes.length > 0 || car.options.length > 0)

const startIndex = (rows: readonly unknown[], before: number | null | undefined): number | null =>
  rows.length === 0 ? null : typeof before === 'number' && before < rows.length ? before : 0

/** What the dialog shows at first: the earlier choice where the car type has it, else the first of each list. */
export const startChoice = (
  { parcelTypes, options }: Pick<CarTypeView, 'parcelTypes' | 'options'>,
  before: ParcelChoice | null,
): ParcelChoice => ({
  parcelTypeIndex: startIndex(parcelTypes, before?.parcelTypeIndex),
  optionIndex: startIndex(options, before?.optionIndex),
})

/** The instruction data [delivery-5] without empty fields: `deliveryPerson`, `parcelTypeIndex` and so on. */
export const instructionOf = (details: Partial<DeliveryDetails>, choice: ParcelChoice | null): InstructionData => ({
  ...Object.fromEntries(
    Object.entries(details).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]])),
  ),
  ...(typeof choice?.parcelTypeIndex === 'number' ? { parcelTypeIndex: choice.parcelTypeIndex } : {}),
  ...(typeof choice?.optionIndex === 'number' ? { optionIndex: choice.optionIndex } : {}),
})
