import type { BookingView } from '@remis/domain/booking/booking-api'
import type { DueView } from '@remis/domain/booking/unpaid/payment-due'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import type { MessageKey } from '@remis/domain/messages/english'

/** Why the estimate is shown again. */
export type Notice = 'price-changed' | 'maybe-booked' | 'offline'

interface Estimate {
  readonly quote: QuoteView
  /** Idempotency key of all tries on one quote [design/api-17]. */
  readonly key: string
  readonly notice: Notice | null
  /** why the last try has no answer, with the notice about it */
  readonly cause: MessageKey | null
  /** a try on this quote may have arrived: no later notice says that nothing was booked [design/web-117] */
  readonly maySucceed: boolean
  readonly fault: MessageKey | null
  /** why the last entered promo is not used */
  readonly promoFault: MessageKey | null
  /** with the fault payment_due: what the rider pays first */
  readonly due: DueView | null
}

/** The booking flow [booking-29]. */
export type Flow =
  | { readonly step: 'form' }
  | { readonly step: 'pricing' }
  /** parcel type and option are chosen; `busy`: their price is on its way [delivery-4] */
  | { readonly step: 'choosing'; readonly busy: boolean }
  | ({ readonly step: 'estimate' | 'repricing' | 'confirming' } & Estimate)
  | { readonly step: 'booked'; readonly bookingId: string }
  /** [booking-32] */
  | { readonly step: 'paying'; readonly booking: BookingView }

export type FlowEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'choice-wanted' }
  | { readonly is: 'chosen' }
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
  | { readonly is: 'refused'; readonly fault: MessageKey; readonly due?: DueView | null }
  /** `sent`: a request for this or an earlier quote was sent and is unanswered */
  | { readonly is: 'unanswered'; readonly cause: MessageKey; readonly sent: boolean }
  | { readonly is: 'closed' }
  /** its person has signed out, or another one is signed in */
  | { readonly is: 'left' }

export const start: Flow = { step: 'form' }

/** Ignores events that do not belong to the current step, such as a late answer after closing. */
export const flowAfter = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.is) {
    case 'asked':
      return flow.step === 'form' ? { step: 'pricing' } : flow
    case 'choice-wanted':
      return flow.step === 'pricing' ? { step: 'choosing', busy: false } : flow
    case 'chosen':
      return flow.step === 'choosing' ? { step: 'choosing', busy: true } : flow
    case 'priced':
      return awaitsPrice(flow) ? estimate(event.quote, event.key, null) : flow
    case 'promo-entered':
      return flow.step === 'estimate' ? { ...flow, step: 'repricing', fault: null, promoFault: null } : flow
    case 'promo-refused':
      return flow.step === 'repricing' ? { ...flow, step: 'estimate', promoFault: event.fault } : flow
    case 'not-priced':
      if (flow.step === 'choosing') return { step: 'choosing', busy: false }
      return flow.step === 'pricing' ? start : flow
    case 'confirmed':
      return flow.step === 'estimate'
        ? { ...flow, step: 'confirming', notice: null, cause: null, fault: null, due: null }
        : flow
    case 'booked':
      if (flow.step !== 'confirming') return flow
      return event.booking.status === 'PAYMENT_PENDING'
        ? { step: 'paying', booking: event.booking }
        : { step: 'booked', bookingId: event.booking.id }
    case 'requoted':
      return flow.step === 'confirming' ? estimate(event.quote, event.key, 'price-changed', event.promoFault) : flow
    case 'refused':
      return flow.step === 'confirming'
        ? { ...flow, step: 'estimate', fault: event.fault, due: event.due ?? null }
        : flow
    case 'unanswered': {
      if (flow.step !== 'confirming') return flow
      const maySucceed = flow.maySucceed || event.sent
      return {
        ...flow,
        step: 'estimate',
        maySucceed,
        notice: maySucceed ? 'maybe-booked' : 'offline',
        cause: event.cause,
      }
    }
    case 'closed':
      // closing the dialog does not cancel the request
      return flow.step === 'confirming' ? flow : start
    case 'left':
      return start
  }
}

/** A price is awaited. */
const awaitsPrice = (flow: Flow): boolean =>
  flow.step === 'pricing' || flow.step === 'repricing' || (flow.step === 'choosing' && flow.busy)

const estimate = (
  quote: QuoteView,
  key: string,
  notice: Notice | null,
  promoFault: MessageKey | null = null,
): Flow => ({
  step: 'estimate',
  quote,
  key,
  notice,
  cause: null,
  maySucceed: false,
  fault: null,
  promoFault,
  due: null,
})
