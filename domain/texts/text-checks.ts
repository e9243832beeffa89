import type { MessageKey } from '../messages/english.ts'
import { pluralFormsOf, type Texts } from './languages.ts'

const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/
const pluralOrder = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** A change of one text; `null`: no own text, the built-in one is used. */
export interface TextChange {
  readonly key: string
  /** the text that the editor saw */
  readonly from: string | null
  readonly to: string | null
}

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()

/** Whether the text has letters besides placeholders; "{{a}} · {{b}}" is the same in each language. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''))

export type TextChecks = ReturnType<typeof textChecksOf>

/** The checks of texts against all English ones, which a browser loads only where texts are edited. */
export const textChecksOf = (english: Texts) => {
  const source: ReadonlyMap<string, string> = new Map(Object.entries(english))

  /** The key without its plural form, for keys with a count: English has `<stem>_one` and `<stem>_other`. */
  const stemOf = (key: string): string | undefined => {
    const stem = pluralKey.exec(key)?.[1]
    return stem !== undefined && source.has(`${stem}_one`) && source.has(`${stem}_other`) ? stem : undefined
  }

  /** The keys that a language has for these English ones: a key with a count in each plural form of the language. */
  const keysFor = (code: string, keys: readonly string[]): string[] => [
    ...new Set(
      keys.flatMap((key) => {
        const stem = stemOf(key)
        return stem === undefined
          ? [key]
          : pluralOrder.filter((form) => pluralFormsOf(code).includes(form)).map((form) => `${stem}_${form}`)
      }),
    ),
  ]

  /** Every key of a language, in the order of the files: texts of one screen are together. */
  const textKeysOf = (code: string): string[] => keysFor(code, [...source.keys()])

  /** The English text of a key; of a plural form that English does not have, the one for many. */
  const englishOf = (key: string): string | undefined => {
    const stem = stemOf(key)
    return source.get(key) ?? (stem === undefined ? undefined : source.get(`${stem}_other`))
  }

  /**
   * What is wrong with a text: an empty one, or other placeholders than the English one. A plural form for one or two
   * may leave the number out ("one seat"). Null for a key that English does not have: the operator's own.
   */
  const checkText = (key: string, text: string): MessageKey | null => {
    if (text.trim() === '') return 'text_empty'
    const stem = stemOf(key)
    const wanted = source.get(stem === undefined ? key : `${stem}_other`)
    if (wanted === undefined) return null
    const [needed, found] = [placeholdersOf(wanted), placeholdersOf(text)]
    if (JSON.stringify(needed) === JSON.stringify(found)) return null
    const mayOmit = stem !== undefined && !key.endsWith('_other') && found.every((name) => needed.includes(name))
    return mayOmit ? null : 'text_placeholders'
  }

  /** What is wrong with changes of a language's texts, by key; a new key must be one of Remis [design/languages-8]. */
  const checkTextChanges = (
    changes: readonly TextChange[],
    { code, pairs }: { readonly code: string; readonly pairs: Texts },
  ): Record<string, MessageKey> => {
    const known = new Set(textKeysOf(code))
    const faults = changes.flatMap(({ key, to }): [string, MessageKey][] => {
      if (to === null) return []
      if (!known.has(key) && !source.has(key) && !Object.hasOwn(pairs, key)) return [[key, 'text_key_unknown']]
      const fault = checkText(key, to)
      return fault === null ? [] : [[key, fault]]
    })
    return Object.fromEntries(faults)
  }

  return { stemOf, keysFor, textKeysOf, englishOf, checkText, checkTextChanges }
}
