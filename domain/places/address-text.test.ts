import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundText, mapPartOf, sameAddress } from './address-text.ts'

const onMap = 'Bulevar Artigas 1825, Montevideo'

describe('the text of a place is bound to its point [design/access-86]', () => {
  test.each([
    ['the same text', onMap, onMap],
    ['the same in other letters', 'bulevar  artigas 1825, montevideo', onMap],
    ['its beginning', 'Bulevar Artigas 1825', onMap],
    ['no text', '  ', onMap],
    ['own words', 'blue gate', `${onMap} (“blue gate”)`],
    ['another address', 'Plaza Independencia', `${onMap} (“Plaza Independencia”)`],
    ['own words with quotation marks', 'x” (“y', `${onMap} (“x (y”)`],
    ['a text that was bound before', `${onMap} (“blue gate”)`, `${onMap} (“blue gate”)`],
    ['a bound text of another point', 'Rivera 12, Montevideo (“gate”)', `${onMap} (“Rivera 12, Montevideo (gate)”)`],
  ])('%s', (_, given, text) => expect(boundText(given, onMap)).toBe(text))

  test('where the map knows no address, the words are in quotation marks', () => {
    expect(boundText('Field 7', null)).toBe('“Field 7”')
    expect(boundText('', null)).toBe('')
  })

  test('whatever is given: it begins with the map’s address, fits, and is the same when bound again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (given) => {
        const text = boundText(given, onMap)
        expect(text.startsWith(onMap)).toBe(true)
        expect(text.length).toBeLessThanOrEqual(300)
        expect(boundText(text, onMap)).toBe(text)
        expect(sameAddress(mapPartOf(text), onMap)).toBe(true)
      }),
    )
  })
})
