import type { DueView } from '@remis/domain/booking/unpaid/payment-due'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { quotesCalls } from '@remis/domain/fare/fare-routes'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { BookingDraft } from '../booking-parts/booking-draft.ts'
import { call } from '../platform/api/call.ts'
import { newKey, pressMs } from '../platform/api/plain-call.ts'
import { onSignOut, useSession } from '../platform/api/session.ts'
import { keyOf, showFailure, showMessage } from '../platform/show-message.ts'
import { bookingRequest, quoteRequest, type FullDraft, type PaymentMode } from './booking-request.ts'
import { flowAfter, start } from './booking-flow.ts'

/** Errors after which the booking may exist: the request is repeated with the same key. */
const unanswered: readonly MessageKey[] = ['fetch_call_error', 'busy_try_again', 'still_in_progress', 'server_error']

const signedOut = (error: unknown): boolean => error instanceof AppError && error.status === 401

/** The rider's choices in the estimate. */
export type Chosen = Pick<BookingDraft, 'promo' | 'mode'>

/**
 * Sends the requests of the booking flow; the reducer in booking-flow.ts holds the steps. Calls `onSignedOut` when the
 * session has ended, in the estimate with the rider's choices, and `onOutside` when a place is not on the map.
 */
export const useBookingFlow = (onSignedOut: (chosen?: Chosen) => void, onOutside: () => void) => {
  const [flow, send] = useReducer(flowAfter, start)
  const queryClient = useQueryClient()
  /** a Confirm, also of an earlier quote, left this device and has no answer yet */
  const mayHaveBooked = useRef(false)
  const person = useSession().user?.id ?? null
  const owner = useRef(person)
  /** how often a person has left the flow */
  const turn = useRef(0)

  const leave = () => {
    turn.current++
    mayHaveBooked.current = false
    send({ is: 'left' })
  }
  useEffect(() => onSignOut(leave), [])
  // An expired session is no change: its person may sign in again and go on, as with the draft [design/web-127].
  useLayoutEffect(() => {
    if (person === null || person === owner.current) return
    if (owner.current !== null) leave()
    owner.current = person
  }, [person])

  /** False once the person who is signed in now has left: an answer that comes then changes and shows nothing. */
  const whileHere = (): (() => boolean) => {
    const begun = turn.current
    return () => turn.current === begun
  }

  /**
   * `promo`: entered before the rider left to pay; if it can no longer be used, the price is quoted without it. `asks`:
   * the flow asks for parcel type and option once there is a route, before the estimate [booking-29].
   */
  const price = (draft: FullDraft, promo: string | null = null, asks = false): Promise<void> => {
    send({ is: 'asked' })
    return ask(draft, promo, asks)
  }

  /** The price of the chosen parcel type and option. */
  const choose = (draft: FullDraft, promo: string | null = null): Promise<void> => {
    send({ is: 'chosen' })
    return ask(draft, promo, false)
  }

  const ask = async (draft: FullDraft, promo: string | null, asks: boolean): Promise<void> => {
    const isHere = whileHere()
    try {
      const { quote, freeDriver } = await call(quotesCalls.create, { body: quoteRequest(draft, promo) })
      if (!isHere()) return
      // [booking-27], on Book; Confirm checks again
      if (freeDriver === false) {
        send({ is: 'not-priced' })
        return showFailure(new AppError(422, 'no_driver_found_alert_messege'))
      }
      send(asks ? { is: 'choice-wanted' } : { is: 'priced', quote, key: newKey() })
    } catch (error) {
      if (!isHere()) return
      if (promo !== null && keyOf(error).startsWith('promo_')) {
        showMessage(keyOf(error))
        return ask(draft, null, asks)
      }
      send({ is: 'not-priced' })
      if (signedOut(error)) return onSignedOut()
      // [booking-26]; no_route_found is shown as it is
      showFailure(error)
      if (keyOf(error) === 'out_of_region') onOutside()
    }
  }

  /** Null removes the promo. `mode`: the payment mode chosen so far. */
  const enterPromo = async (draft: FullDraft, promo: string | null, mode: PaymentMode) => {
    if (flow.step !== 'estimate') return
    const isHere = whileHere()
    send({ is: 'promo-entered' })
    try {
      const { quote } = await call(quotesCalls.create, { body: quoteRequest(draft, promo) })
      if (isHere()) send({ is: 'priced', quote, key: newKey() })
    } catch (error) {
      if (!isHere()) return
      send({ is: 'promo-refused', fault: keyOf(error) })
      if (!signedOut(error)) return
      send({ is: 'closed' })
      onSignedOut({ promo, mode })
    }
  }

  const confirm = async (draft: FullDraft, mode: PaymentMode, debtInCash?: number) => {
    if (flow.step !== 'estimate') return
    const { quote } = flow
    const isHere = whileHere()
    send({ is: 'confirmed' })
    const off = !navigator.onLine
    try {
      // One key for all tries with one way to pay; a quote can be used only once.
      const key = [flow.key, mode, debtInCash].filter((part) => part !== undefined).join('-')
      const options = { key, within: pressMs }
      const body = bookingRequest(draft, quote, mode, debtInCash)
      const { booking } = await call(bookingsCalls.create, { body }, options)
      if (!isHere()) return
      mayHaveBooked.current = false
      queryClient.setQueryData(['booking', booking.id], booking)
      void queryClient.invalidateQueries({ queryKey: ['bookings'] })
      send({ is: 'booked', booking })
    } catch (error) {
      if (!isHere()) return
      const fault = keyOf(error)
      const extra = error instanceof AppError ? error.extra : undefined
      const fresh = extra?.['quote'] as QuoteView | undefined
      if (signedOut(error)) {
        send({ is: 'refused', fault: 'must_login', due: null })
        send({ is: 'closed' })
        return onSignedOut({ promo: quote.promo?.promo_name ?? null, mode })
      }
      if (fault === 'quote_expired' && fresh !== undefined)
        send({
          is: 'requoted',
          quote: fresh,
          key: newKey(),
          promoFault: (extra?.['promo'] as MessageKey | null | undefined) ?? null,
        })
      else if (unanswered.includes(fault)) {
        if (!(off && !navigator.onLine && fault === 'fetch_call_error')) mayHaveBooked.current = true
        send({ is: 'unanswered', cause: fault, sent: mayHaveBooked.current })
      }
      // no toast: it would lie over the dialog, which says it beside its button
      else send({ is: 'refused', fault, due: (extra?.['due'] as DueView | undefined) ?? null })
    }
  }

  return { flow, price, choose, enterPromo, confirm, close: () => send({ is: 'closed' }) }
}
