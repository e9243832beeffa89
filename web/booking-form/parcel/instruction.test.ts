import { variants } from '@remis/domain/booking/variant'
import { expect, test } from 'vitest'
import { bookingRequest, fullDraft, quoteRequest } from '../booking-request.ts'
import { emptyDraft } from '../../booking-parts/booking-draft.ts'
import { asksForParcel, instructionOf, noDetails, parcelFor, startChoice } from './instruction.ts'

const place = { lat: -34.9, lng: -56.2, add: 'Plaza' }
const draft = { ...emptyDraft, pickup: place, drop: { ...place, lat: -34.91 }, carType: 'van' }
const details = { ...noDetails, deliveryPerson: ' Receiver One ', deliveryPersonPhone: '099 123 456' }
const instruction = instructionOf(details, { parcelTypeIndex: 0, optionIndex: null })

test('has what was typed, trimmed, and the choice; empty fields are left out [delivery-5]', () => {
  expect(instruction).toEqual({
    deliveryPerson: 'Receiver One',
    deliveryPersonPhone: '099 123 456',
    parcelTypeIndex: 0,
  })
  expect(instructionOf(noDetails, null)).toEqual({})
})

test('parcel type and option are asked for in a delivery only, of a car type that has some [landing-19]', () => {
  const [none, some] = [{ parcelTypes: [], options: [] }, [{ description: 'Box', amount: 20 }]]
  const { delivery, taxi } = variants
  expect(asksForParcel(delivery, none)).toBe(false)
  expect(asksForParcel(delivery, null)).toBe(false)
  for (const car of [
    { ...none, parcelTypes: some },
    { ...none, options: some },
  ])
    expect([asksForParcel(delivery, car), asksForParcel(taxi, car)]).toEqual([true, false])
})

test('the price is asked for with the choice alone, the booking has all of it [delivery-6]', () => {
  const full = fullDraft(draft, null, instruction)!
  expect(quoteRequest(full, null)).toMatchObject({ instructionData: { parcelTypeIndex: 0 } })
  expect(JSON.stringify(quoteRequest(full, null))).not.toContain('099')
  const quote = { id: 'quote' } as Parameters<typeof bookingRequest>[1]
  expect(bookingRequest(full, quote, 'card')).toMatchObject({ instructionData: instruction })
  expect(bookingRequest({ ...full, instruction: {} }, quote, 'cash')).not.toHaveProperty('instructionData')
})

test('what is entered about a parcel is for one rider and trip [design/web-129]', () => {
  const entered = { ...parcelFor('r1 0', null), details }
  expect(parcelFor('r1 0', entered)).toBe(entered)
  // the rider was changed, or "Start over" pressed
  for (const other of ['r2 0', 'r1 1'])
    expect(parcelFor(other, entered)).toEqual({ of: other, details: noDetails, choice: null })
})

test('the dialog begins with the earlier choice, where the car type has it [design/web-129]', () => {
  const row = { description: 'Box', amount: 20 }
  const car = { parcelTypes: [row, row], options: [row, row, row] }
  expect(startChoice(car, { parcelTypeIndex: 1, optionIndex: 2 })).toEqual({ parcelTypeIndex: 1, optionIndex: 2 })
  expect(startChoice(car, null)).toEqual({ parcelTypeIndex: 0, optionIndex: 0 })
  const other = { parcelTypes: [row], options: [] }
  expect(startChoice(other, { parcelTypeIndex: 1, optionIndex: 2 })).toEqual({ parcelTypeIndex: 0, optionIndex: null })
})
