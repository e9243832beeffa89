import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi, type QuoteView } from '@remis/domain/booking/quotes-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { call } from '../platform/call.ts'
import { newKey } from '../platform/plain-call.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import type { BookingDraft } from './booking-draft.ts'
import { flowAfter, start } from './booking-flow.ts'

/** Answers that leave open whether the booking was made: the same key asks again safely. */
const unanswered: readonly MessageKey[] = ['fetch_call_error', 'busy_try_again', 'still_in_progress', 'server_error']

/** A draft that passed the checks. */
export type FullDraft = { readonly [K in 'pickup' | 'drop' | 'carType']: NonNullable<BookingDraft[K]> }

const requestOf = ({ pickup, drop, carType }: FullDraft, quote: QuoteView) => ({
  quote: quote.id,
  pickup: { coords: { lat: pickup.lat, lng: pickup.lng }, description: pickup.add },
  drop: { coords: { lat: drop.lat, lng: drop.lng }, description: drop.add },
  carDetails: { id: carType },
  paymentPacket: { payment_mode: 'cash' as const },
  bookLater: false,
})

/** The way from Book to the booking's id; the reducer knows the steps, this asks the server between them. */
export const useBookingFlow = (onSignedOut: () => void) => {
  const [flow, send] = useReducer(flowAfter, start)
  const queryClient = useQueryClient()

  const price = async (draft: FullDraft) => {
    send({ is: 'asked' })
    try {
      const { quote } = await call(quotesApi.create, { body: draft })
      send({ is: 'priced', quote, key: newKey() })
    } catch (error) {
      send({ is: 'not-priced' })
      if (error instanceof AppError && error.status === 401) return onSignedOut()
      // spec 1 §5: a route lookup failure shows place_to_coords_error; a route that does not exist says so itself
      showMessage(keyOf(error))
    }
  }

  const confirm = async (draft: FullDraft) => {
    if (flow.step !== 'estimate') return
    const { quote, key } = flow
    send({ is: 'confirmed' })
    try {
      const { booking } = await call(bookingsApi.create, { body: requestOf(draft, quote) }, { key })
      queryClient.setQueryData(['booking', booking.id], booking)
      void queryClient.invalidateQueries({ queryKey: ['bookings'] })
      send({ is: 'booked', bookingId: booking.id })
    } catch (error) {
      const fault = keyOf(error)
      const fresh = error instanceof AppError ? (error.extra?.['quote'] as QuoteView | undefined) : undefined
      if (error instanceof AppError && error.status === 401) {
        send({ is: 'refused', fault: 'must_login' })
        send({ is: 'closed' })
        return onSignedOut()
      }
      if (fault === 'quote_expired' && fresh !== undefined) send({ is: 'requoted', quote: fresh, key: newKey() })
      else if (unanswered.includes(fault)) send({ is: 'unanswered' })
      else send({ is: 'refused', fault })
      showMessage(fault)
    }
  }

  return { flow, price, confirm, close: () => send({ is: 'closed' }) }
}
