import { directionOf } from '@remis/domain/kit/direction'
import { useSyncExternalStore } from 'react'

/**
 * Stands for i18next and react-i18next in the browser's bundle (vite.config.ts): of 17 kB on the first page we use what
 * is written here. Their types still check every key, and the journeys see every screen in two languages.
 */
type Words = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>

interface Setup {
  readonly lng: string
  readonly fallbackLng: string
  readonly resources: Readonly<Record<string, Readonly<Record<string, Words>>>>
}

const bundles = new Map<string, Words>()
const listeners = new Set<() => void>()
const plurals = new Map<string, Intl.PluralRules>()
let fallback = 'en'

const pluralOf = (code: string, count: number): string => {
  const rules = plurals.get(code) ?? new Intl.PluralRules(code)
  plurals.set(code, rules)
  return rules.select(count)
}

const textIn = (code: string, key: string, count: unknown): string | undefined => {
  const words = bundles.get(code)
  if (words === undefined || typeof count !== 'number') return words?.[key]
  // none at all may have words of its own, also where the language's rules know no such form
  const none = count === 0 ? words[`${key}_zero`] : undefined
  return none ?? words[`${key}_${pluralOf(code, count)}`] ?? words[key]
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })

/** In the reader's language, else in English, else the key itself: seen at once when a text is missing. */
const translate =
  (code: string) =>
  (key: string, values: Values = {}): string =>
    fill(textIn(code, key, values['count']) ?? textIn(fallback, key, values['count']) ?? key, values)

interface Snapshot {
  readonly t: (key: string, values?: Values) => string
  readonly i18n: typeof i18n
}

/** A new one with every change, so that whoever shows texts draws them again. */
let snapshot: Snapshot

const changed = (): void => {
  snapshot = { t: translate(i18n.language), i18n }
  for (const listener of listeners) listener()
}

const i18n = {
  language: 'en',
  use: (_plugin: unknown) => i18n,
  init: async ({ lng, fallbackLng, resources }: Setup): Promise<void> => {
    fallback = fallbackLng
    i18n.language = lng
    for (const [code, spaces] of Object.entries(resources))
      bundles.set(code, Object.assign({}, ...Object.values(spaces)))
    changed()
  },
  t: (key: string, values?: Values): string => translate(i18n.language)(key, values),
  /** Texts that were there before stay unless `overwrite`. */
  addResourceBundle: (code: string, _space: string, texts: Words, _deep: boolean, overwrite: boolean): void => {
    const before = bundles.get(code)
    bundles.set(code, overwrite ? { ...before, ...texts } : { ...texts, ...before })
    changed()
  },
  changeLanguage: async (code: string): Promise<void> => {
    i18n.language = code
    changed()
  },
  dir: directionOf,
}
changed()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTranslation = (): Snapshot => useSyncExternalStore(subscribe, () => snapshot)
export const initReactI18next = {}
// eslint-disable-next-line import/no-default-export -- as i18next exports itself
export default i18n
