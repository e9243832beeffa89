import { languages } from '@remis/domain/texts/built-in-languages'
import { scriptOf } from '@remis/domain/texts/languages'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const texts = join(import.meta.dirname, '..', '..', 'domain', 'texts')

/** The characters that a style file has in files of its folder, and in those of the packages. */
const rangesOf = (file: string, from: RegExp) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/url\('([^']+)'\)[^}]*unicode-range:([^;]+);/g)]
    .filter(([, url = '']) => from.test(url))
    .flatMap(([, , list = '']) =>
      [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
        ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
      ),
    )

const small = /^\.\//
const latin = rangesOf('latin.css', small)

/** By script: what a page in such a language loads beside the Latin letters of each page. */
const ranges: Readonly<Record<string, ReturnType<typeof rangesOf>>> = {
  Arab: rangesOf('arabic.css', small),
  Cyrl: rangesOf('cyrillic.css', /cyrillic-wght/),
  Deva: rangesOf('devanagari.css', small),
  Hebr: rangesOf('hebrew.css', /hebrew-wght/),
  Latn: rangesOf('latin-ext.css', small),
}

const lettersOf = (code: string) => {
  const folder = join(texts, code)
  return new Set(
    readdirSync(folder).flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      return Array.from(Object.values(texts).join(''))
    }),
  )
}

it.each(languages.map(({ code }) => code).filter((code) => scriptOf(code) !== 'Hans'))(
  'has every letter of the texts in %s in the small font files',
  (code) => {
    const letters = lettersOf(code)
    const loaded = [...latin, ...(ranges[scriptOf(code) ?? ''] ?? [])]
    const missing = [...letters].filter((letter) => {
      const at = letter.codePointAt(0) ?? 0
      return /[\p{L}\p{M}]/u.test(letter) && !loaded.some(([first, last]) => first <= at && at <= last)
    })
    expect(letters.size).toBeGreaterThan(40)
    expect(missing).toEqual([])
  },
)
