import type { BookingView } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { expect, test } from 'vitest'
import { startOnce } from './repeated-start.ts'
import { flowAfter, start, type Flow, type FlowEvent } from './booking-flow.ts'

const quote = { id: 'first', estimate: 200 } as QuoteView
const fresh = { id: 'fresh', estimate: 230 } as QuoteView
const booking = (status: BookingView['status']) => ({ id: 'B', status }) as BookingView
const run = (...events: FlowEvent[]): Flow => events.reduce(flowAfter, start)
const priced: FlowEvent[] = [{ is: 'asked' }, { is: 'priced', quote, key: 'k1' }]

test('goes from Book over estimate and confirm to the booking id [booking-29]', () => {
  expect(run({ is: 'asked' })).toEqual({ step: 'pricing' })
  expect(run(...priced)).toMatchObject({ step: 'estimate', quote, key: 'k1', fault: null, notice: null })
  expect(run(...priced, { is: 'confirmed' })).toMatchObject({ step: 'confirming', key: 'k1' })
  expect(run(...priced, { is: 'confirmed' }, { is: 'booked', booking: booking('NEW') })).toEqual({
    step: 'booked',
    bookingId: 'B',
  })
})

test('asks for parcel type and option between the route and the estimate [booking-29] [delivery-4] [design/delivery-5]', () => {
  const choosing = run({ is: 'asked' }, { is: 'choice-wanted' })
  expect(choosing).toEqual({ step: 'choosing', busy: false })
  // the price of the first call is without the choice
  expect(flowAfter(choosing, { is: 'priced', quote, key: 'k1' })).toBe(choosing)
  const busy = flowAfter(choosing, { is: 'chosen' })
  expect(busy).toEqual({ step: 'choosing', busy: true })
  expect(flowAfter(busy, { is: 'not-priced' })).toEqual(choosing)
  expect(flowAfter(busy, { is: 'priced', quote, key: 'k2' })).toMatchObject({ step: 'estimate', quote, key: 'k2' })
  expect(flowAfter(choosing, { is: 'closed' })).toEqual(start)
})

test('ignores a second press of Book or Confirm', () => {
  expect(run({ is: 'asked' }, { is: 'asked' })).toEqual({ step: 'pricing' })
  const confirming = run(...priced, { is: 'confirmed' })
  expect(flowAfter(confirming, { is: 'confirmed' })).toBe(confirming)
})

test('keeps the key after an unanswered try, so that the next one cannot book twice', () => {
  const after = run(...priced, { is: 'confirmed' }, { is: 'unanswered', cause: 'server_error', sent: true })
  expect(after).toMatchObject({ step: 'estimate', key: 'k1', notice: 'maybe-booked' })
  expect(flowAfter(after, { is: 'confirmed' })).toMatchObject({ step: 'confirming', key: 'k1' })
})

test('says that nothing was booked only where no try has left this device [design/web-117]', () => {
  const offline: FlowEvent[] = [{ is: 'confirmed' }, { is: 'unanswered', cause: 'fetch_call_error', sent: false }]
  const sent: FlowEvent[] = [{ is: 'confirmed' }, { is: 'unanswered', cause: 'fetch_call_error', sent: true }]
  expect(run(...priced, ...offline)).toMatchObject({ step: 'estimate', key: 'k1', notice: 'offline' })
  expect(run(...priced, ...offline, ...sent)).toMatchObject({ key: 'k1', notice: 'maybe-booked' })
  expect(run(...priced, ...sent, ...offline)).toMatchObject({ key: 'k1', notice: 'maybe-booked' })
})

test('shows the new price of an expired quote before Confirm, with a new key [design/moves-7]', () => {
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

test('shows a refusal in the estimate until the next try or until it is closed [booking-33] [api-22]', () => {
  const refused = run(...priced, { is: 'confirmed' }, { is: 'refused', fault: 'no_driver_found_alert_messege' })
  expect(refused).toMatchObject({ step: 'estimate', fault: 'no_driver_found_alert_messege' })
  expect(flowAfter(refused, { is: 'confirmed' })).toMatchObject({ step: 'confirming', fault: null })
  expect(flowAfter(refused, { is: 'closed' })).toEqual(start)
})

test('ends in the form at any step when its person leaves [design/web-194]', () => {
  const confirming: FlowEvent[] = [...priced, { is: 'confirmed' }]
  const paying: FlowEvent[] = [...confirming, { is: 'booked', booking: booking('PAYMENT_PENDING') }]
  for (const steps of [[{ is: 'asked' }] satisfies FlowEvent[], priced, confirming, paying])
    expect(run(...steps, { is: 'left' })).toEqual(start)
  expect(run(...confirming, { is: 'left' }, { is: 'booked', booking: booking('NEW') })).toEqual(start)
})

test('closes the flow except while confirming, and ignores late answers', () => {
  expect(run(...priced, { is: 'closed' })).toEqual(start)
  expect(run({ is: 'asked' }, { is: 'closed' }, { is: 'priced', quote, key: 'k1' })).toEqual(start)
  expect(run(...priced, { is: 'confirmed' }, { is: 'closed' })).toMatchObject({ step: 'confirming' })
  expect(run({ is: 'booked', booking: booking('NEW') })).toEqual(start)
  expect(run({ is: 'asked' }, { is: 'not-priced' })).toEqual(start)
})

test('opens the payment for a booking in PAYMENT_PENDING [booking-32]', () => {
  const paying = run(...priced, { is: 'confirmed' }, { is: 'booked', booking: booking('PAYMENT_PENDING') })
  expect(paying).toMatchObject({ step: 'paying', booking: { id: 'B' } })
  expect(flowAfter(paying, { is: 'closed' })).toEqual(start)
})

test('requests a new price for a promo; a refused promo leaves the price', () => {
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

test('a form that repeats a booking keeps the start of its first answer or error [design/web-181]', () => {
  const cars = { data: [], isError: false }
  const reading = { data: undefined, isError: false }
  const failed = { data: undefined, isError: true }
  const place = { lat: 1, lng: 2, add: 'Plaza' }
  const read = { data: { pickup: place, drop: place, carType: 'Sedan' } as BookingView, isError: false }
  expect(startOnce(undefined, reading, cars)).toBeUndefined()
  expect(startOnce(undefined, read, reading)).toBeUndefined()
  const missing = startOnce(undefined, failed, cars)
  expect(missing).toMatchObject({ missing: true, rider: null })
  expect(startOnce(missing, reading, cars)).toBe(missing)
  const filled = startOnce(undefined, read, cars)
  expect(filled).toMatchObject({ start: { pickup: place, carType: null } })
  expect(startOnce(filled, { ...read, isError: true }, cars)).toBe(filled)
  expect(startOnce(undefined, { ...read, isError: true }, cars)).toEqual(filled)
})
