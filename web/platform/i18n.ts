import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { backofficeCalls } from '@remis/domain/backoffice/backoffice-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { remember } from './page/hydration.ts'
import { plainCall, queryClient } from './api/plain-call.ts'

export const i18n = i18next

type Load = () => Promise<Readonly<Record<string, string>>>

/** The texts of each language as its files hold them, by code: those of the first page, where they do not come with the app, and all others. */
export type TextFiles = Readonly<Record<string, { readonly first?: Load; readonly later: Load }>>

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
  queryFn: async () => (await plainCall(backofficeCalls.languages, {})).rows,
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
/** something beyond the first page is about to be drawn, or was */
let further = false
let switching: Promise<void> = Promise.resolve()

/** English and the reader's language; the rest of the app waits for neither the network nor a translation. */
export const startI18n = async (
  english: Readonly<Record<string, string>>,
  texts: TextFiles,
  waitMs: number,
): Promise<void> => {
  files = texts
  await i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: [namespace],
    defaultNS: namespace,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    resources: { en: { [namespace]: english } },
    // a key this page does not know yet, from a newer server
    parseMissingKeyHandler: () => i18n.t('server_error'),
  })
  const arrived = queryClient.ensureQueryData(languagesQuery).then(switchToStart)
  // A failed request leaves English; the first screen does not wait longer than `waitMs` for the others.
  await Promise.race([arrived.catch(() => undefined), new Promise((done) => setTimeout(done, waitMs))])
}

/** Texts that come later, with the screens that say them; what is known already stays. */
export const addTexts = (code: string, texts: Readonly<Record<string, string>>): void => {
  i18n.addResourceBundle(code, namespace, texts, true, false)
}

/**
 * The texts that the first page does not say, in English and in the reader's language: asked for beside a part that says
 * them, and there before it is drawn.
 */
export const withLaterTexts = async <T>(part: Promise<T>): Promise<T> => {
  further = true
  const own = () => load(files[i18n.language]?.later)
  const [drawn, english] = await Promise.all([part, files['en']?.later(), own()])
  // a language that was on its way may have set out before
  await switching
  addTexts('en', english ?? {})
  addTexts(i18n.language, (await own()) ?? {})
  return drawn
}

/** Where a language's file cannot be loaded English stands. */
const load = (texts: Load | undefined) => texts?.().catch(() => undefined)

/** spec 1 §4: once languages arrive, the default one is taken, unless the reader chose another before. */
const switchToStart = (): Promise<void> => {
  const code = wanted()
  const chosen = languages().find((language) => language.langLocale === code)
  return switchTo(chosen ?? languages().find((language) => language.default) ?? builtIn)
}

const switchTo = (language: Language): Promise<void> => (switching = take(language))

const take = async (language: Language): Promise<void> => {
  const code = language.langLocale
  const { first, later } = files[code] ?? {}
  const own = await Promise.all([load(first), further ? load(later) : undefined])
  // What the back office wrote wins over what came with the app.
  i18n.addResourceBundle(code, namespace, Object.assign({}, ...own, language.keyValuePairs), true, true)
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
