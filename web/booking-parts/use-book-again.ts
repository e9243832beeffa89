import type { BookingView } from '@remis/domain/booking/booking-api'
import { wantedDrop } from '@remis/domain/booking/delivery/parcel'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { emptyDraft, saveDraft } from './booking-draft.ts'
import { useCarTypes } from './use-prices.ts'

export interface Wish {
  /** id of another car type */
  readonly carType?: string
  readonly later?: boolean
}

/** Opens the booking form with the places and the car type of a ride; `wish`: what differs from the ride. */
export const useBookAgain = (trip: BookingView): ((wish?: Wish) => void) => {
  const navigate = useNavigate()
  const { data: cars } = useCarTypes()
  return ({ carType, later = false } = {}) => {
    const same = cars?.find(({ name }) => name === trip.carType)?.id ?? null
    saveDraft({ ...emptyDraft, pickup: trip.pickup, drop: wantedDrop(trip), carType: carType ?? same, later })
    void navigate({ to: paths.home() })
  }
}
