import { expect, it } from 'vitest'
import { changesBetween, parseTexts, withText, writeTexts } from './json-texts.ts'

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
