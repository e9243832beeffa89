import { expect, it } from 'vitest'
import { typedBookingId } from './typed-booking-id.ts'

it.each([
  ['7K3M9QX2AB', '7K3M9QX2AB'],
  [' 7k3m9 qx2ab ', '7K3M9QX2AB'],
  ['#7k3m9-qx2ab', '7K3M9QX2AB'],
  ['oil3m9qx2a', '0113M9QX2A'],
  ['7K3M9QX2A', null],
  ['7K3M9QX2ABC', null],
  ['7K3M9QX2AU', null],
  ['Rider One', null],
])('%s as a booking’s id', (typed, id) => {
  expect(typedBookingId(typed)).toBe(id)
})
