import { english as allEnglish } from '@remis/domain/texts/english'
import { expect, it } from 'vitest'
import { formatFromTo } from '../platform/format.ts'
import { changesOf, entryLine, shownValue } from './entry-changes.ts'
import { fieldKeyOf, labels, labelsOfAction, valueKeysOf, type EntryWords } from './entry-words.ts'

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

const english: Readonly<Record<string, string>> = allEnglish
const words: EntryWords = {
  money: (minor, currency = 'UYU') => `${minor / 100} ${currency}`,
  fromTo: (from, to) => formatFromTo(from, to, 'ltr'),
  comma: ', ',
  time: (ms) => new Date(ms).toISOString().slice(0, 16),
  field: (entry, name) => english[fieldKeyOf(entry, name, (key) => key in english) ?? ''] ?? name,
  value: (name, value) => english[valueKeysOf(name, value).find((key) => key in english) ?? ''] ?? null,
}

it.each([
  ['value', null, '—'],
  ['value', '', '—'],
  ['value', 'Gone', 'Gone'],
  ['value', false, 'No'],
  ['value', { lat: 1 }, '{"lat":1}'],
  ['usertype', 'fleetadmin', 'Fleet admin'],
  ['from', 'PENDING', 'Payment due'],
  ['kind', 'insurance', 'Insurance'],
  ['until', 1_900_000_000_000, '2030-03-17T17:46'],
  ['driver', '0198f7c2-1111-7000-8000-00000000abcd', '0198f7c2'],
  ['fields', ['first_name', 'vehicle_number', 'unknown'], 'First name, Number plate, unknown'],
])('of %s, %j is shown as %s', (name, value, shown) => {
  expect(shownValue({ action: 'person.update', data: { [name]: value } }, name, value, words)).toBe(shown)
})

it.each([
  ['wallet.credit', { amount: 150_000, reason: 'Gift' }, 'Amount: 1500 UYU, Reason: Gift'],
  ['withdrawal.process', { amount: 5050 }, 'Amount: 50.5 UYU'],
  ['debt.write-off', { amount: 100 }, 'Amount: 1 UYU'],
  ['refund.done', { refund: 'R1', amount: 900, currency: 'EUR' }, 'Refund: R1, Amount: 9 EUR, Currency: EUR'],
  [
    'payment.charged-back',
    { amount: 2550, currency: 'EUR', paymentId: 'pi_1' },
    'Amount: 25.5 EUR, Currency: EUR, Payment: pi_1',
  ],
  [
    'booking.correct',
    { amount: -2000, share: -1600, reason: 'Detour' },
    'Amount: -20 UYU, Driver share: -16 UYU, Reason: Detour',
  ],
  // of a promo, a discount in the units of the screen
  ['promo.add', { amount: 150 }, 'Amount: 150'],
  ['booking.message', { to: 'customer' }, 'To: Rider'],
  ['riders.export', { state: 'deleted' }, 'Account: Archived'],
  ['statement.export', { of: '0198f7c2-1111-7000-8000-00000000abcd' }, 'Owner: 0198f7c2'],
  ['person.role', { from: 'rider', to: 'driver' }, 'Before: Rider, After: Driver'],
])('an entry of %s is written with labels, and amounts as money', (action, data, line) => {
  expect(entryLine({ action, data }, words)).toBe(line)
})

it('a change is written with the value before, right to left too [design/web-133]', () => {
  const entry = { action: 'settings.change', data: { changed: { bonus: { from: 5, to: 10 } } } }
  expect(entryLine(entry, words)).toBe(`${allEnglish.set_bonus}: \u20685\u2069 → \u206810\u2069`)
  const arabic = { ...words, fromTo: (from: string, to: string) => formatFromTo(from, to, 'rtl') }
  expect(entryLine(entry, arabic)).toBe(`${allEnglish.set_bonus}: \u20685\u2069 ← \u206810\u2069`)
})

it('every label has a text', () => {
  expect(Object.values({ ...labels, ...labelsOfAction }).filter((key) => !(key in english))).toEqual([])
})
