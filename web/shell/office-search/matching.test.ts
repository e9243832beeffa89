import { expect, it } from 'vitest'
import { matching } from './matching.ts'

const items = ['Bookings', 'Add booking', 'Cancellation reasons', 'Earning reports', 'Réservations'].map((label) => ({
  label,
  hint: label === 'Earning reports' ? 'Money' : '',
}))
const found = (typed: string, most = 5) => matching(items, typed, most).map(({ label }) => label)

it.each([
  ['book', ['Bookings', 'Add booking']],
  ['  BOOK ', ['Bookings', 'Add booking']],
  ['reservations', ['Réservations']],
  ['money', ['Earning reports']],
  ['reports earning', ['Earning reports']],
  ['ation', ['Cancellation reasons', 'Réservations']],
  ['nothing', []],
])('%s finds %j [design/web-110]', (typed, labels) => {
  expect(found(typed)).toEqual(labels)
})

it('shows no more than asked for', () => {
  expect(found('r', 2)).toHaveLength(2)
})
