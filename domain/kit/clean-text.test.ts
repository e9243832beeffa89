import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

describe('cleanText [design/accounts-63]', () => {
  it.each([
    ['a direction override', 'Rider \u202Eeno', 'Rider eno'],
    ['isolates and embeddings', '\u2067x\u2069 \u202By\u202C', 'x y'],
    ['zero-width characters', 'Ri\u200Bder\uFEFF\u2060', 'Rider'],
    ['a stray joiner', 'Ri\u200Dder\u200C', 'Rider'],
    ['control characters', 'a\u0007b\u001B[31mc\u009Bd\u007F', 'ab[31mcd'],
    ['tags', `a\u{E0041}b`, 'ab'],
    ['a direction mark among Latin letters', 'Ri\u200Fder', 'Rider'],
    ['a soft hyphen', 'Ri\u00ADder', 'Rider'],
  ])('removes %s', (_, typed, clean) => expect(cleanText(typed)).toBe(clean))

  it.each([
    ['accents and combining marks', 'Ana María Müller n\u0303'],
    ['Persian with a non-joiner', 'می\u200Cروم'],
    ['Hindi with a joiner', 'क्\u200Dष'],
    ['an emoji of a family', '👨\u200D👩\u200D👧 ✌🏽'],
    ['a mark beside Arabic', 'شارع 5\u200F'],
    ['lines and tabs', 'first\n\tsecond'],
  ])('keeps %s', (_, typed) => expect(cleanText(typed)).toBe(typed))

  it('has one kind of line break', () => expect(cleanText('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd'))
})

it('cleanLine has no line breaks', () => expect(cleanLine('Rider\r\n\tOne\u202E')).toBe('Rider One'))
