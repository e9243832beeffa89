import { expect, it } from 'vitest'
import { inOrder, matching } from './matching.ts'

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

const named = (label: string) => ({ label, hint: '' })
const person = named('Rider Five')
const groups = [[named('Add a rider')], [named('Refer a rider first'), named('Rider found')]]
const ordered = (typed: string, server: { items: (typeof person)[]; busy: boolean }) =>
  inOrder(
    groups.map((group) => matching(group, typed, 5)),
    server,
    typed,
  ).map(({ label }) => label)

it('shows what the server found before groups that match only weakly [design/web-110]', () => {
  const found = { items: [person], busy: false }
  expect(ordered('rider fi', found)).toEqual(['Refer a rider first', 'Rider Five'])
  expect(ordered('first r', found)).toEqual(['Rider Five', 'Refer a rider first'])
  expect(ordered('rider', found)).toEqual(['Add a rider', 'Rider found', 'Refer a rider first', 'Rider Five'])
})

it('keeps weak matches back until the server has answered, so that no option moves [design/web-110]', () => {
  expect(ordered('first r', { items: [], busy: true })).toEqual([])
  expect(ordered('first r', { items: [], busy: false })).toEqual(['Refer a rider first'])
})
