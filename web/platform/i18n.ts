import { backofficeApi, type Language } from '@remis/domain/backoffice/backoffice-api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { remember } from './first-look.ts'
import { plainCall } from './plain-call.ts'
import { queryClient } from './query.ts'

export const i18n = i18next

/** The texts of one language as its files hold them, by language code. */
export type TextFiles = Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>

const storage = 'remis.language'
const namespace = 'translations'

const builtIn: Language = {
  id: 'en',
  langName: 'English',
  langLocale: 'en',
  dateLocale: 'en',
  keyValuePairs: {},
  default: true,
  createdAt: '',
}

export const languagesQuery = queryOptions<readonly Language[]>({
  queryKey: ['languages'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await plainCall(backofficeApi.languages, {})).rows,
})

const languages = (): readonly Language[] => {
  const known = queryClient.getQueryData(languagesQuery.queryKey)
  return known === undefined || known.length === 0 ? [builtIn] : known
}

const stored = (): string | null => {
  try {
    return localStorage.getItem(storage)
  } catch {
    return null
  }
}

/** What this browser chose; else what the first reply is in, which is a choice the server knows of, or the default. */
const wanted = (): string => stored() ?? document.documentElement.lang

let files: TextFiles = {}

/** English and the reader's language; the rest of the app waits for neither the network nor a translation. */
export const startI18n = async (
  english: Readonly<Record<string, string>>,
  others: TextFiles,
  waitMs: number,
): Promise<void> => {
  files = others
  await i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: [namespace],
    defaultNS: namespace,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    resources: { en: { [namespace]: english } },
  })
  const arrived = queryClient.ensureQueryData(languagesQuery).then(switchToStart)
  // A failed request leaves English; the first screen does not wait longer than `waitMs` for the others.
  await Promise.race([arrived.catch(() => undefined), new Promise((done) => setTimeout(done, waitMs))])
}

/** Texts that come later, with the screens that say them; what is known already stays. */
export const addTexts = (code: string, texts: Readonly<Record<string, string>>): void => {
  i18n.addResourceBundle(code, namespace, texts, true, false)
}

/** spec 1 §4: once languages arrive, the default one is taken, unless the reader chose another before. */
const switchToStart = (): Promise<void> => {
  const code = wanted()
  const chosen = languages().find((language) => language.langLocale === code)
  return switchTo(chosen ?? languages().find((language) => language.default) ?? builtIn)
}

const switchTo = async (language: Language): Promise<void> => {
  const code = language.langLocale
  const own = await files[code]?.().catch(() => ({}))
  // What the back office wrote wins over what came with the app.
  i18n.addResourceBundle(code, namespace, { ...own, ...language.keyValuePairs }, true, true)
  document.documentElement.lang = code
  document.documentElement.dir = i18n.dir(code)
  await i18n.changeLanguage(code)
}

export const chooseLanguage = async (language: Language): Promise<void> => {
  try {
    localStorage.setItem(storage, language.langLocale)
  } catch {
    // not remembered, yet chosen
  }
  remember('language', language.langLocale)
  await switchTo(language)
}

interface LanguageChoice {
  readonly languages: readonly Language[]
  readonly current: Language
  /** for Intl: the date locale of the chosen language (spec 1 §4) */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
}

export const useLanguage = (): LanguageChoice => {
  const { i18n: now } = useTranslation()
  useQuery(languagesQuery)
  const all = languages()
  const current = all.find((language) => language.langLocale === now.language) ?? builtIn
  return { languages: all, current, locale: current.dateLocale || current.langLocale, dir: now.dir(now.language) }
}
