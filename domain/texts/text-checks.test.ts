import { describe, expect, it } from 'vitest'
import { checkText, checkTextChanges, englishOf, keysFor, textKeysOf } from './english-checks.ts'
import { english } from './english.ts'
import { hasWords, placeholdersOf } from './text-checks.ts'

describe('checkText', () => {
  it.each([
    ['book_now', 'Reservar', null],
    ['book_now', ' ', 'text_empty'],
    ['book_now', 'Reservar {{now}}', 'text_placeholders'],
    ['error_code', 'Codi: {{code}}', null],
    ['error_code', 'Codi', 'text_placeholders'],
    ['error_code', 'Codi: {{codi}}', 'text_placeholders'],
    ['error_code', '{{code}} {{code}}', 'text_placeholders'],
    // one seat needs no number; many do
    ['seats_one', 'Un seient', null],
    ['seats_one', 'Un seient de {{color}}', 'text_placeholders'],
    ['seats_other', 'Seients', 'text_placeholders'],
    ['seats_many', '{{count}} de seients', null],
    ['key_of_the_operator', '{{anything}}', null],
  ])('of %s, "%s", answers %s [design/languages-8]', (key, text, fault) => {
    expect(checkText(key, text)).toBe(fault)
  })
})

describe('checkTextChanges', () => {
  const change = (key: string, to: string | null = 'New') => ({ key, from: null, to })
  const faultsOf = (...changes: ReturnType<typeof change>[]) =>
    checkTextChanges(changes, { code: 'ca', pairs: { key_of_the_operator: 'Ours' } })

  it('takes keys of the language and those that it has already', () => {
    expect(faultsOf(change('book_now'), change('key_of_the_operator'), change('seats_many', '{{count}}'))).toEqual({})
  })

  it.each(['no_such_key', 'constructor', '__proto__', 'seats_few'])('refuses the new key %s', (key) => {
    expect(Object.entries(faultsOf(change(key)))).toEqual([[key, 'text_key_unknown']])
  })

  it('names each fault by its key; a removed text needs no check', () => {
    expect(faultsOf(change('book_now', ''), change('error_code', 'x'), change('no_such_key', null))).toEqual({
      book_now: 'text_empty',
      error_code: 'text_placeholders',
    })
  })
})

it('has the plural forms of a language, and for each the English text of its stem', () => {
  expect(keysFor('ru', ['seats_one', 'seats_other', 'book_now'])).toEqual([
    'seats_one',
    'seats_few',
    'seats_many',
    'seats_other',
    'book_now',
  ])
  expect(englishOf('seats_few')).toBe(english.seats_other)
  expect(textKeysOf('en')).toEqual(Object.keys(english))
})

it('knows placeholders from words', () => {
  expect(placeholdersOf('{{b}} and {{a}}, {c}')).toEqual(['a', 'b'])
  expect([hasWords('{{name}} · {{count}}'), hasWords('{{name}} is here'), hasWords('سيارة')]).toEqual([
    false,
    true,
    true,
  ])
})
