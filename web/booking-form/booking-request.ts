import type { InstructionData } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { chosenPlace, type BookingDraft } from '../booking-parts/booking-draft.ts'

export type PaymentMode = 'cash' | 'wallet' | 'card'

/** A draft that passed the checks. */
export interface FullDraft {
  readonly pickup: NonNullable<BookingDraft['pickup']>
  readonly drop: NonNullable<BookingDraft['drop']>
  readonly carType: string
  /** ms; null for Book Now */
  readonly tripdate: number | null
  /** id of the rider an admin books for; null on a rider's form */
  readonly rider: string | null
  /** of a parcel, or the note of an admin to the driver; without empty fields */
  readonly instruction: InstructionData
}

/** Null while something is missing. */
export const fullDraft = (
  draft: BookingDraft,
  rider: string | null,
  instruction: InstructionData,
): FullDraft | null => {
  const { carType, later, tripdate } = draft
  const [pickup, drop] = [chosenPlace(draft.pickup), chosenPlace(draft.drop)]
  return pickup === null || drop === null || carType === null || (later && tripdate === null)
    ? null
    : {
        pickup,
        drop,
        carType,
        tripdate: later ? tripdate : null,
        rider,
        instruction,
      }
}

/** The parcel and option of an instruction, which have a price. */
const choiceOf = ({ parcelTypeIndex, optionIndex }: InstructionData): InstructionData => ({
  ...(typeof parcelTypeIndex === 'number' ? { parcelTypeIndex } : {}),
  ...(typeof optionIndex === 'number' ? { optionIndex } : {}),
})

const hasAny = (instruction: InstructionData): boolean => Object.keys(instruction).length > 0

export const quoteRequest = (
  { pickup, drop, carType, tripdate, rider, instruction }: FullDraft,
  promo: string | null,
) => ({
  pickup,
  drop,
  carType,
  ...(hasAny(choiceOf(instruction)) ? { instructionData: choiceOf(instruction) } : {}),
  ...(tripdate === null ? {} : { bookLater: true, tripdate }),
  ...(promo === null ? {} : { promo }),
  ...(rider === null ? {} : { rider }),
})

/** The booking request [booking-5] without the fields that the server ignores [booking-6]. */
export const bookingRequest = (
  { pickup, drop, carType, tripdate, rider, instruction }: FullDraft,
  quote: QuoteView,
  payment_mode: PaymentMode,
  debtInCash?: number,
) => ({
  quote: quote.id,
  pickup: { coords: { lat: pickup.lat, lng: pickup.lng }, description: pickup.add },
  drop: { coords: { lat: drop.lat, lng: drop.lng }, description: drop.add },
  carDetails: { id: carType },
  paymentPacket: { payment_mode },
  ...(debtInCash === undefined ? {} : { debtInCash }),
  bookLater: tripdate !== null,
  ...(tripdate === null ? {} : { tripdate }),
  ...(rider === null ? {} : { booking_type_admin: true, userDetails: { uid: rider } }),
  ...(hasAny(instruction) ? { instructionData: instruction } : {}),
})
