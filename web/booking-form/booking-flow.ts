import type { BookingView } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import type { MessageKey } from '@remis/domain/messages/english'

/** Why the estimate is shown again. */
export type Notice = 'price-changed' | 'maybe-booked'

interface Estimate {
  readonly quote: QuoteView
  /** One key for all tries on one quote: the server books it once (design §4). */
  readonly key: string
  readonly notice: Notice | null
  readonly fault: MessageKey | null
  /** why the promo that was entered last is not used */
  readonly promoFault: MessageKey | null
}

/** spec 1 §4 "Booking flow": Book, route and estimate, confirm, success with the booking's id. */
export type Flow =
  | { readonly step: 'form' }
  | { readonly step: 'pricing' }
  | ({ readonly step: 'estimate' | 'repricing' | 'confirming' } & Estimate)
  | { readonly step: 'booked'; readonly bookingId: string }
  /** spec 1 §4: a new booking that comes back as PAYMENT_PENDING opens the payment modal */
  | { readonly step: 'paying'; readonly booking: BookingView }

export type FlowEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'priced'; readonly quote: QuoteView; readonly key: string }
  | { readonly is: 'not-priced' }
  | { readonly is: 'confirmed' }
  | { readonly is: 'booked'; readonly booking: BookingView }
  | {
      readonly is: 'requoted'
      readonly quote: QuoteView
      readonly key: string
      readonly promoFault: MessageKey | null
    }
  | { readonly is: 'promo-entered' }
  | { readonly is: 'promo-refused'; readonly fault: MessageKey }
  | { readonly is: 'refused'; readonly fault: MessageKey }
  | { readonly is: 'unanswered' }
  | { readonly is: 'closed' }

export const start: Flow = { step: 'form' }

/** An event that does not belong to the step (a late answer after closing) changes nothing. */
export const flowAfter = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.is) {
    case 'asked':
      return flow.step === 'form' ? { step: 'pricing' } : flow
    case 'priced':
      return flow.step === 'pricing' || flow.step === 'repricing' ? estimate(event.quote, event.key, null) : flow
    case 'promo-entered':
      return flow.step === 'estimate' ? { ...flow, step: 'repricing', fault: null, promoFault: null } : flow
    case 'promo-refused':
      return flow.step === 'repricing' ? { ...flow, step: 'estimate', promoFault: event.fault } : flow
    case 'not-priced':
      return flow.step === 'pricing' ? start : flow
    case 'confirmed':
      return flow.step === 'estimate' ? { ...flow, step: 'confirming', notice: null, fault: null } : flow
    case 'booked':
      if (flow.step !== 'confirming') return flow
      return event.booking.status === 'PAYMENT_PENDING'
        ? { step: 'paying', booking: event.booking }
        : { step: 'booked', bookingId: event.booking.id }
    case 'requoted':
      return flow.step === 'confirming' ? estimate(event.quote, event.key, 'price-changed', event.promoFault) : flow
    case 'refused':
      return flow.step === 'confirming' ? { ...flow, step: 'estimate', fault: event.fault } : flow
    case 'unanswered':
      return flow.step === 'confirming' ? { ...flow, step: 'estimate', notice: 'maybe-booked' } : flow
    case 'closed':
      // what is on its way to the server cannot be taken back by closing a dialog
      return flow.step === 'confirming' ? flow : start
  }
}

const estimate = (
  quote: QuoteView,
  key: string,
  notice: Notice | null,
  promoFault: MessageKey | null = null,
): Flow => ({ step: 'estimate', quote, key, notice, fault: null, promoFault })
