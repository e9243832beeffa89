import type { BookingView } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { expect, test } from 'vitest'
import { flowAfter, start, type Flow, type FlowEvent } from './booking-flow.ts'

const quote = { id: 'first', estimate: 200 } as QuoteView
const fresh = { id: 'fresh', estimate: 230 } as QuoteView
const booking = (status: BookingView['status']) => ({ id: 'B', status }) as BookingView
const run = (...events: FlowEvent[]): Flow => events.reduce(flowAfter, start)
const priced: FlowEvent[] = [{ is: 'asked' }, { is: 'priced', quote, key: 'k1' }]

test('spec 1 §4: book, estimate, confirm, success with the booking id', () => {
  expect(run({ is: 'asked' })).toEqual({ step: 'pricing' })
  expect(run(...priced)).toMatchObject({ step: 'estimate', quote, key: 'k1', fault: null, notice: null })
  expect(run(...priced, { is: 'confirmed' })).toMatchObject({ step: 'confirming', key: 'k1' })
  expect(run(...priced, { is: 'confirmed' }, { is: 'booked', booking: booking('NEW') })).toEqual({
    step: 'booked',
    bookingId: 'B',
  })
})

test('a second press of Book or Confirm starts nothing', () => {
  expect(run({ is: 'asked' }, { is: 'asked' })).toEqual({ step: 'pricing' })
  const confirming = run(...priced, { is: 'confirmed' })
  expect(flowAfter(confirming, { is: 'confirmed' })).toBe(confirming)
})

test('a try without an answer keeps its key, so that the next one cannot book twice', () => {
  const after = run(...priced, { is: 'confirmed' }, { is: 'unanswered' })
  expect(after).toMatchObject({ step: 'estimate', key: 'k1', notice: 'maybe-booked' })
  expect(flowAfter(after, { is: 'confirmed' })).toMatchObject({ step: 'confirming', key: 'k1' })
})

test('design §6: an expired quote comes back as a fresh one, shown before Confirm, with a key of its own', () => {
  const after = run(
    ...priced,
    { is: 'confirmed' },
    { is: 'requoted', quote: fresh, key: 'k2', promoFault: 'promo_used_up' },
  )
  expect(after).toMatchObject({
    step: 'estimate',
    quote: fresh,
    key: 'k2',
    notice: 'price-changed',
    promoFault: 'promo_used_up',
  })
})

test('a refusal stands in the estimate and goes with the next try', () => {
  const refused = run(...priced, { is: 'confirmed' }, { is: 'refused', fault: 'no_driver_found_alert_messege' })
  expect(refused).toMatchObject({ step: 'estimate', fault: 'no_driver_found_alert_messege' })
  expect(flowAfter(refused, { is: 'confirmed' })).toMatchObject({ step: 'confirming', fault: null })
})

test('closing ends the flow, but not what is on its way to the server; late answers change nothing', () => {
  expect(run(...priced, { is: 'closed' })).toEqual(start)
  expect(run({ is: 'asked' }, { is: 'closed' }, { is: 'priced', quote, key: 'k1' })).toEqual(start)
  expect(run(...priced, { is: 'confirmed' }, { is: 'closed' })).toMatchObject({ step: 'confirming' })
  expect(run({ is: 'booked', booking: booking('NEW') })).toEqual(start)
  expect(run({ is: 'asked' }, { is: 'not-priced' })).toEqual(start)
})

test('spec 1 §4: a booking that comes back as PAYMENT_PENDING opens the payment', () => {
  const paying = run(...priced, { is: 'confirmed' }, { is: 'booked', booking: booking('PAYMENT_PENDING') })
  expect(paying).toMatchObject({ step: 'paying', booking: { id: 'B' } })
  expect(flowAfter(paying, { is: 'closed' })).toEqual(start)
})

test('a promo asks for another price; a refused one leaves the price as it was', () => {
  const asking = run(...priced, { is: 'promo-entered' })
  expect(asking).toMatchObject({ step: 'repricing', quote })
  expect(flowAfter(asking, { is: 'confirmed' })).toBe(asking)
  expect(flowAfter(asking, { is: 'priced', quote: fresh, key: 'k2' })).toMatchObject({ step: 'estimate', quote: fresh })
  const refused = flowAfter(asking, { is: 'promo-refused', fault: 'promo_expired' })
  expect(refused).toMatchObject({ step: 'estimate', quote, key: 'k1', promoFault: 'promo_expired' })
  expect(flowAfter(refused, { is: 'promo-entered' })).toMatchObject({ promoFault: null })
  expect(run(...priced, { is: 'promo-entered' }, { is: 'closed' }, { is: 'priced', quote: fresh, key: 'k2' })).toEqual(
    start,
  )
})
