import type { InstructionData } from '@remis/domain/booking/booking-api'

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

/** The instruction data [delivery-5] without empty fields: `deliveryPerson`, `parcelTypeIndex` and so on. */
export const instructionOf = (details: Partial<DeliveryDetails>, choice: ParcelChoice | null): InstructionData => ({
  ...Object.fromEntries(
    Object.entries(details).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]])),
  ),
  ...(typeof choice?.parcelTypeIndex === 'number' ? { parcelTypeIndex: choice.parcelTypeIndex } : {}),
  ...(typeof choice?.optionIndex === 'number' ? { optionIndex: choice.optionIndex } : {}),
})
