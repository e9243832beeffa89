import { english } from '@remis/domain/texts/english'
import { languages } from '@remis/domain/texts/built-in-languages'
import { directionOf, fallbackLanguage, pluralFormsOf, scriptOf, type Texts } from '@remis/domain/texts/languages'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import sameAsEnglish from './same-as-english.json' with { type: 'json' }

const folder = join(import.meta.dirname, '..', '..', 'domain', 'texts')
const codes = languages.map(({ code }) => code)
const sorted = (keys: Iterable<string>) => [...keys].toSorted((a, b) => a.localeCompare(b))
const filesOf = (code: string) => sorted(readdirSync(join(folder, code)))
const read = (code: string, file: string) => JSON.parse(readFileSync(join(folder, code, file), 'utf8')) as Texts

const textsOf = (code: string): Texts => Object.assign({}, ...filesOf(code).map((file) => read(code, file)))

const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/

/** Stems of keys with a count: English has `<stem>_one` and `<stem>_other`. */
const pluralStems = Object.keys(english).flatMap((key) => {
  const [, stem, form] = pluralKey.exec(key) ?? []
  return stem !== undefined && form === 'other' && `${stem}_one` in english ? [stem] : []
})
const stemOf = (key: string) => pluralStems.find((stem) => pluralKey.exec(key)?.[1] === stem)

/** The keys that a language needs for these English ones. */
const keysFor = (code: string, keys: readonly string[]) =>
  sorted(
    new Set(
      keys.flatMap((key) => {
        const stem = stemOf(key)
        return stem === undefined ? [key] : pluralFormsOf(code).map((form) => `${stem}_${form}`)
      }),
    ),
  )

const placeholders = (text: string) => sorted([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))

it('has a folder with the same files for each language', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(sorted(folders.map(({ name }) => name))).toEqual(sorted(codes))
  for (const code of codes) expect([code, filesOf(code)]).toEqual([code, filesOf(fallbackLanguage.code)])
})

it('has each key in one file', () => {
  const keys = filesOf(fallbackLanguage.code).flatMap((file) => Object.keys(read(fallbackLanguage.code, file)))
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
  expect(sorted(Object.keys(english))).toEqual(sorted(keys))
})

describe.each(codes)('%s', (code) => {
  it('has the English keys in each file, in all plural forms of the language', () => {
    for (const file of filesOf(code)) {
      const keys = Object.keys(read(code, file))
      const needed = keysFor(code, Object.keys(read(fallbackLanguage.code, file)))
      expect({ file, missing: needed.filter((key) => !keys.includes(key)) }).toEqual({ file, missing: [] })
      expect({ file, unknown: keys.filter((key) => !needed.includes(key)) }).toEqual({ file, unknown: [] })
    }
  })

  it('has no empty text and keeps the placeholders of the English one', () => {
    const faults = Object.entries(textsOf(code)).filter(([key, text]) => {
      const stem = stemOf(key)
      const wanted = placeholders((english as Texts)[stem === undefined ? key : `${stem}_other`] ?? '')
      const found = placeholders(text)
      const complete = JSON.stringify(found) === JSON.stringify(wanted)
      // "one seat" may leave the number out
      const mayOmit = stem !== undefined && !key.endsWith('_other') && found.every((name) => wanted.includes(name))
      return text.trim() === '' || !(complete || mayOmit)
    })
    expect(faults).toEqual([])
  })

  it.skipIf(code === fallbackLanguage.code)('has no English text but the listed ones [design/languages-2]', () => {
    const equal = Object.entries(textsOf(code)).filter(
      ([key, text]) => text === (english as Texts)[key] && /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '')),
    )
    expect(sorted(equal.map(([key]) => key))).toEqual(sorted((sameAsEnglish as Record<string, string[]>)[code] ?? []))
  })

  it('is written in its own script', () => {
    const letters = new RegExp(`\\p{Script=${scriptOf(code)?.replace(/^Han[st]$/, 'Hani')}}`, 'u')
    const foreign = Object.entries(textsOf(code)).filter(
      ([, text]) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '')) && !letters.test(text),
    )
    expect(foreign).toEqual([])
  })
})

it('knows the direction of languages that operators add', () => {
  expect(['en', 'es-UY', 'ar', 'he', 'fa', 'ur-PK', 'zh-TW', 'not a code'].map(directionOf)).toEqual([
    'ltr',
    'ltr',
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})
