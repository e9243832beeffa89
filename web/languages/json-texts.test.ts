import { expect, it } from 'vitest'
import { changesBetween, parseTexts, withText, writeTexts } from './json-texts.ts'
import { unsavedDrafts } from './text-drafts.ts'

it.each(['', '{', '{"a": "b",}', '[]', 'null', '"text"', '{"a": 1}', '{"a": {"b": "c"}}'])(
  'takes %s for no texts [languages-10]',
  (json) => {
    expect(parseTexts(json)).toBeNull()
  },
)

it('reads what it writes [design/languages-15]', () => {
  const texts = { book_now: 'احجز "الآن"', line: 'a\nb' }
  expect(parseTexts(writeTexts(texts))).toEqual(texts)
})

it('finds changed, new and removed texts, also of odd keys', () => {
  const after = JSON.parse('{"kept": "a", "changed": "c", "__proto__": "d"}') as Record<string, string>
  expect(changesBetween({ kept: 'a', changed: 'b', gone: 'e' }, after)).toEqual([
    { key: 'changed', from: 'b', to: 'c' },
    { key: '__proto__', from: null, to: 'd' },
    { key: 'gone', from: 'e', to: null },
  ])
})

it('sets and removes a text', () => {
  expect(withText({ a: '1' }, 'b', '2')).toEqual({ a: '1', b: '2' })
  expect(withText({ a: '1' }, 'a', null)).toEqual({})
})

it('a draft that is the stored text again has nothing to save, also where the stored text is missing [design/languages-14]', () => {
  const drafts = new Map([
    ['emptied', { from: null, text: '' }],
    ['same', { from: 'before', text: 'after' }],
    ['typed', { from: null, text: 'x' }],
    ['on another page', { from: null, text: '' }],
  ])
  const rows = [
    { key: 'emptied', text: null },
    { key: 'same', text: 'after' },
    { key: 'typed', text: null },
  ]
  expect([...unsavedDrafts(drafts, rows).keys()]).toEqual(['typed', 'on another page'])
  expect(unsavedDrafts(drafts, [])).toBe(drafts)
})
