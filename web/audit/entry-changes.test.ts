import { expect, it } from 'vitest'
import { changesOf, shownValue } from './entry-changes.ts'

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

it.each([
  [null, '—'],
  ['', '—'],
  ['Gone', 'Gone'],
  [false, 'false'],
  [{ lat: 1 }, '{"lat":1}'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown)
})
