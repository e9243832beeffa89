import { expect, it } from 'vitest'
import { withoutContacts } from './without-contacts.ts'

it.each([
  ['an email address', 'rider.one@example.org', 'Hidden'],
  ['an email address in a sentence', 'was rider.one@example.org before', 'Hidden'],
  ['a number', '+59899000001', 'Hidden'],
  ['a number with spaces', '+598 99 000 001', 'Hidden'],
  ['an id', '0192f0a0-7c1e-7000-8000-000000000001', '0192f0a0-7c1e-7000-8000-000000000001'],
  ['a short number', '110', '110'],
  ['a day', '2026-11-23', '2026-11-23'],
  ['an amount', 12_345_678, 12_345_678],
  ['nothing', null, null],
  [
    'what is inside',
    { before: [{ email: 'a@b.c', name: 'Rider One' }] },
    { before: [{ email: 'Hidden', name: 'Rider One' }] },
  ],
])('%s in demo mode [design/access-95]', (_name, value, shown) => {
  expect(withoutContacts(value)).toEqual(shown)
})
