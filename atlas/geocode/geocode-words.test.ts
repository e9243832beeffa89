import { describe, expect, test } from 'vitest'
import { matchedSubstrings } from './matched-substrings.ts'
import { normalise, plain } from './normalise.ts'
import { parseQuery } from './parse-query.ts'
import { edits, textScore } from './text-score.ts'

test.each([
  ['Av. 18 de Julio', 'avenida 18 de julio'],
  ['Bvar. España', 'bulevar espana'],
  ['Dr.Luis Piera', 'doctor luis piera'],
  ["O'Higgins / Peñarol", 'ohiggins penarol'],
  ['  Große   Straße ', 'grosse strasse'],
  ['شارع النيل', 'شارع النيل'],
  ['constructor', 'constructor'],
  ['“', ''],
])('%s is found as %s', (written, found) => expect(normalise(written)).toBe(found))

test('treats decomposed and composed letters alike', () => expect(plain('Cordo\u0301n')).toBe(plain('Cord\u00f3n')))

describe('parseQuery', () => {
  test.each([
    ['18 de julio', undefined],
    ['18 de julio 1234', { words: ['18', 'de', 'julio'], number: 1234 }],
    ['colonia 1234 bis', { words: ['colonia'], number: 1234 }],
    ['1234 colonia', { words: ['colonia'], number: 1234 }],
    ['1234', undefined],
    ['21 de setiembre 2345, pocitos', { words: ['21', 'de', 'setiembre', 'pocitos'], number: 2345 }],
    ['hotel 12345678', undefined],
  ])('the house in "%s"', (typed, house) => expect(parseQuery(typed).house).toEqual(house))

  test('splits corners at every joining word', () => {
    expect(parseQuery('Herrera y Obes & Colonia').corners).toEqual([
      { a: ['herrera'], b: ['obes', 'y', 'colonia'] },
      { a: ['herrera', 'y', 'obes'], b: ['colonia'] },
    ])
    expect(parseQuery('ejido esq. 18 de julio').corners).toEqual([{ a: ['ejido'], b: ['18', 'de', 'julio'] }])
    expect(parseQuery('y colonia y').corners).toEqual([])
  })

  test('cuts long input and ignores punctuation alone', () => {
    expect(parseQuery('a '.repeat(5000)).words).toHaveLength(12)
    expect(parseQuery('?!;--').words).toEqual([])
    expect(parseQuery("'; drop table geo.place; --").words).toEqual(['drop', 'table', 'geo', 'place'])
  })
})

test('counts a swap of neighbours as one edit', () => expect(edits('treminal', 'terminal')).toBe(1))

test.each([
  ['the same beats the begun', ['colonia'], 'Colonia', 'Colonia Valdense'],
  ['the begun beats the misspelt', ['rivera'], 'Rivera', 'Ribera'],
  ['all words beat one', ['estadio', 'centenario'], 'Estadio Centenario', 'Avenida Centenario'],
  ['a misspelt word still counts', ['agrasiada'], 'Agraciada', 'Agrario'],
  ['joined words are met', ['trescruces'], 'Terminal Tres Cruces', 'Tres Árboles'],
])('%s', (_, query, better, worse) => expect(textScore(query, better)).toBeGreaterThan(textScore(query, worse)))

test.each([
  ['Avenida 18 de Julio', ['18', 'de', 'jul'], ['18', 'de', 'Jul']],
  ['Bulevar España', ['espa'], ['Espa']],
  ['Bulevar Espan\u0303a', ['espan'], ['Espan\u0303']],
  ['Teatro Solís', ['soliz'], ['Solís']],
  ['Avenida Italia', ['av'], ['Avenida']],
  ['Mercado del Puerto', ['xyz'], []],
])('in "%s" %j marks %j', (text, query, marked) => {
  expect(matchedSubstrings(text, query).map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(
    marked,
  )
})
