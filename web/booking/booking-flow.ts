import type { QuoteView } from '@remis/domain/booking/quotes-api'
import type { MessageKey } from '@remis/domain/messages/english'

/** Why the estimate is shown again. */
export type Notice = 'price-changed' | 'maybe-booked'

interface Estimate {
  readonly quote: QuoteView
  /** One key for all tries on one quote: the server books it once (design §4). */
  readonly key: string
  readonly notice: Notice | null
  readonly fault: MessageKey | null
}

/** spec 1 §4 "Booking flow": Book, route and estimate, confirm, success with the booking's id. */
export type Flow =
  | { readonly step: 'form' }
  | { readonly step: 'pricing' }
  | ({ readonly step: 'estimate' | 'confirming' } & Estimate)
  | { readonly step: 'booked'; readonly bookingId: string }

export type FlowEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'priced'; readonly quote: QuoteView; readonly key: string }
  | { readonly is: 'not-priced' }
  | { readonly is: 'confirmed' }
  | { readonly is: 'booked'; readonly bookingId: string }
  | { readonly is: 'requoted'; readonly quote: QuoteView; readonly key: string }
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
      return flow.step === 'pricing' ? estimate(event.quote, event.key, null) : flow
    case 'not-priced':
      return flow.step === 'pricing' ? start : flow
    case 'confirmed':
      return flow.step === 'estimate' ? { ...flow, step: 'confirming', notice: null, fault: null } : flow
    case 'booked':
      return flow.step === 'confirming' ? { step: 'booked', bookingId: event.bookingId } : flow
    case 'requoted':
      return flow.step === 'confirming' ? estimate(event.quote, event.key, 'price-changed') : flow
    case 'refused':
      return flow.step === 'confirming' ? { ...flow, step: 'estimate', fault: event.fault } : flow
    case 'unanswered':
      return flow.step === 'confirming' ? { ...flow, step: 'estimate', notice: 'maybe-booked' } : flow
    case 'closed':
      // what is on its way to the server cannot be taken back by closing a dialog
      return flow.step === 'confirming' ? flow : start
  }
}

const estimate = (quote: QuoteView, key: string, notice: Notice | null): Flow => ({
  step: 'estimate',
  quote,
  key,
  notice,
  fault: null,
})
