import { builtInTexts } from '@remis/domain/texts/built-in-texts'
import { scriptOf } from '@remis/domain/texts/languages'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'arabic.css'), 'utf8')
const ranges = [...css.matchAll(/unicode-range: ([^;]+);/g)].map(([, list = '']) =>
  [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
  ),
)

it('has every Arabic letter of the built-in texts in the small font file', () => {
  const [, small = []] = ranges
  const arabic = Object.entries(builtInTexts).filter(([code]) => scriptOf(code) === 'Arab')
  const letters = new Set(arabic.flatMap(([, texts]) => Object.values(texts)).join(''))
  const missing = [...letters].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return /\p{Script_Extensions=Arabic}/u.test(letter) && !small.some(([from, to]) => from <= code && code <= to)
  })
  expect(letters.size).toBeGreaterThan(40)
  expect(missing).toEqual([])
})
