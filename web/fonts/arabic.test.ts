import { arabicMessages } from '@remis/domain/messages/arabic'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { firstTexts as arabic } from '../i18n/arabic.ts'
import { laterArabic } from '../i18n/load-arabic-later.ts'

const css = readFileSync(join(import.meta.dirname, 'arabic.css'), 'utf8')
const ranges = [...css.matchAll(/unicode-range: ([^;]+);/g)].map(([, list = '']) =>
  [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
  ),
)

it('has every Arabic letter of our texts in the small file', () => {
  const [, small = []] = ranges
  const letters = new Set(
    [...Object.values(arabic), ...Object.values(laterArabic), ...Object.values(arabicMessages)].join(''),
  )
  const missing = [...letters].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return /\p{Script_Extensions=Arabic}/u.test(letter) && !small.some(([from, to]) => from <= code && code <= to)
  })
  expect(letters.size).toBeGreaterThan(40)
  expect(missing).toEqual([])
})
