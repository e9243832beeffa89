import { expect, it } from 'vitest'
import { changesOf, entryLine, shownValue } from './entry-changes.ts'

it.each([
  [
    'settings, before and after [design/access-95]',
    { version: 4, changed: { bonus: { from: 5, to: 10 }, license: 'changed' } },
    [
      { name: 'bonus', from: 5, to: 10 },
      { name: 'license', to: 'changed' },
    ],
  ],
  [
    'a changed row: only the fields that were sent',
    { before: { label: 'Late', value: 0 }, changes: { label: 'Too late' } },
    [{ name: 'label', from: 'Late', to: 'Too late' }],
  ],
  ['a row without what is empty', { reason: 'Gone', note: '', by: null }, [{ name: 'reason', to: 'Gone' }]],
  ['nothing', {}, []],
])('%s', (_name, data, changes) => {
  expect(changesOf(data)).toEqual(changes)
})

const money = (minor: number, currency = 'UYU') => `${minor / 100} ${currency}`

it.each([
  [null, '—'],
  ['', '—'],
  ['Gone', 'Gone'],
  [false, 'false'],
  [{ lat: 1 }, '{"lat":1}'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue({ action: 'person.update', data: { value } }, 'value', value, money)).toBe(shown)
})

it.each([
  ['wallet.credit', { amount: 150_000, reason: 'Gift' }, 'amount: 1500 UYU, reason: Gift'],
  ['withdrawal.process', { amount: 5050 }, 'amount: 50.5 UYU'],
  ['debt.write-off', { amount: 100 }, 'amount: 1 UYU'],
  ['refund.done', { refund: 'R1', amount: 900, currency: 'EUR' }, 'refund: R1, amount: 9 EUR, currency: EUR'],
  [
    'booking.correct',
    { amount: -2000, share: -1600, reason: 'Detour' },
    'amount: -20 UYU, share: -16 UYU, reason: Detour',
  ],
  // of a promo, a discount in the units of the screen
  ['promo.add', { amount: 150 }, 'amount: 150'],
])('amounts of %s are written as money', (action, data, line) => {
  expect(entryLine({ action, data }, money)).toBe(line)
})

it('a change is written with the value before', () => {
  expect(entryLine({ action: 'settings.change', data: { changed: { bonus: { from: 5, to: 10 } } } }, money)).toBe(
    'bonus: 5 → 10',
  )
})
