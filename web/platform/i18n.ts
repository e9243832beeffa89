import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { backofficeCalls } from '@remis/domain/backoffice/backoffice-routes'
import { directionOf, fallbackLanguage } from '@remis/domain/texts/languages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { readLanguages, remember } from './page/hydration.ts'
import { plainCall, queryClient } from './api/plain-call.ts'

export const i18n = i18next

export type Texts = Readonly<Record<string, string>>

/** A file of texts in `domain/texts/<language>/`. The first page loads the first two, later screens the others. */
export type TextPart =
  | 'first'
  | 'form-messages'
  | 'messages'
  | 'shared'
  | 'pages'
  | 'trips'
  | 'bookings'
  | 'money'
  | 'office-money'
  | 'ledger'
  | 'notices'
  | 'notifications'
  | 'setup'
  | 'account-data'
  | 'people'
  | 'profile'
  | 'languages'
  | 'documents'
  | 'mail'
  | 'security'
  | 'dashboard'
  | 'social'
  | 'settings'
  | 'catalogue'
  | 'follow'
  | 'courier'
  | 'chat'
  | 'audit'
  | 'palette'
  | 'booking-page'
  | 'caller'
  | 'delivery'
  | 'safety'
  | 'safety-desk'
  | 'traffic'

/** Loads one file of texts; undefined for a language that is not built in. */
export type LoadTexts = (code: string, part: TextPart) => Promise<Texts | undefined> | undefined

const firstParts: readonly TextPart[] = ['first', 'form-messages']
const storage = 'remis.language'
const namespace = 'translations'
const fallbackCode = fallbackLanguage.code

/** Until the languages of the operator are known. */
const builtIn: Language = {
  id: fallbackCode,
  langName: fallbackLanguage.name,
  langLocale: fallbackCode,
  dateLocale: fallbackLanguage.dateLocale,
  changes: null,
  default: true,
  createdAt: '',
}

export const languagesQuery = queryOptions<readonly Language[]>({
  queryKey: ['languages'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await plainCall(backofficeCalls.offeredLanguages, {})).rows,
})

/** The operator's languages; until they are loaded, the built-in one. */
export const knownLanguages = (): readonly Language[] => {
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

/**
 * The language this browser chose, else that of the first reply: the server knows the choice too, or sent the default.
 */
const wanted = (): string => stored() ?? document.documentElement.lang

let loadTexts: LoadTexts = () => undefined
/** English texts of the first page, from its script */
let ofScript: Texts = {}
/** texts that the drawn parts need, in every language the reader may switch to */
const wantedParts = new Set<TextPart>(firstParts)
let switching: Promise<void> = Promise.resolve()
/** switches begun so far */
let switches = 0

const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}]/u

/**
 * Wraps a value in a first-strong isolate if its direction may differ from that of the text around it. A value without
 * letters, such as a phone number, is then written left to right [design/languages-20].
 */
const isolated = (value: string, code: string): string =>
  rightToLeft.test(value) || directionOf(code) === 'rtl' ? `\u2068${value}\u2069` : value

/**
 * Numbers in a text are written by the date locale of its language [design/languages-16]; other values are texts
 * already.
 */
const valuesInTexts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, code) => {
    if (typeof value === 'string') return isolated(value, code ?? fallbackCode)
    if (typeof value !== 'number') return value as string
    const language = knownLanguages().find(({ langLocale }) => langLocale === code)
    return new Intl.NumberFormat(language?.dateLocale || code).format(value)
  },
}

/**
 * Starts with the English texts of the first page and the reader's language. Without an answer within `waitMs` the page
 * is drawn in English.
 */
export const startI18n = async (firstTexts: Texts, load: LoadTexts, waitMs: number): Promise<void> => {
  loadTexts = load
  ofScript = firstTexts
  await i18n
    .use(initReactI18next)
    .use(valuesInTexts)
    .init({
      lng: fallbackCode,
      fallbackLng: fallbackCode,
      ns: [namespace],
      defaultNS: namespace,
      keySeparator: false,
      nsSeparator: false,
      // React escapes
      interpolation: { escapeValue: false, alwaysFormat: true },
      resources: { [fallbackCode]: { [namespace]: firstTexts } },
      // a key of a newer server, or a part of the page that does not name its texts
      parseMissingKeyHandler: (key) => {
        // oxlint-disable-next-line eslint/no-console -- a reader sees only that something is wrong; stories fail on it
        console.error(`no text for ${key}`)
        return i18n.t('server_error')
      },
    })
  const sent = readLanguages()
  if (sent !== null) queryClient.setQueryData(languagesQuery.queryKey, sent.rows)
  const arrived = queryClient.ensureQueryData(languagesQuery).then(switchToStart)
  // a failed request leaves English
  await Promise.race([arrived.catch(() => undefined), new Promise((done) => setTimeout(done, waitMs))])
}

/** Built-in texts never replace those that the operator changed. */
const addBuiltIn = (code: string, texts: Texts): void => {
  i18n.addResourceBundle(code, namespace, texts, true, false)
}

const addChanged = (code: string, texts: Texts): void => {
  i18n.addResourceBundle(code, namespace, texts, true, true)
}

const requested = new Map<string, Promise<Texts | undefined>>()

/** Every text that the operator changed in a language; undefined when it cannot be loaded. */
const requestChanged = (code: string, version: string): Promise<Texts | undefined> => {
  const address = `/texts/${encodeURIComponent(code)}/${version}`
  const earlier = requested.get(address)
  if (earlier !== undefined) return earlier
  const request = fetch(address).then(async (reply) => {
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`)
    return (await reply.json()) as Texts
  })
  const texts = request.catch(() => {
    requested.delete(address)
    return undefined
  })
  requested.set(address, texts)
  return texts
}

/** texts were changed since the first reply */
let outdated = false
/** by language: the version of the changed texts that the page shows */
const shown = new Map<string, string | null | undefined>()

const versionOf = (code: string): string | null | undefined =>
  knownLanguages().find(({ langLocale }) => langLocale === code)?.changes

/** The changed texts of a language that are needed now. The first reply carries those of the first page. */
const loadChanged = async (code: string): Promise<Texts | undefined> => {
  const version = versionOf(code) ?? null
  if (version === null) return undefined
  const sent = outdated ? null : readLanguages()
  if (sent?.code === code && wantedParts.size === firstParts.length) return sent.changed
  return requestChanged(code, version)
}

/** The files of these parts, the English ones of the first page apart: those are in its script. */
const filesOf = (code: string, parts: Iterable<TextPart>): Promise<Texts | undefined>[] =>
  [...parts]
    .filter((part) => code !== fallbackCode || !firstParts.includes(part))
    .map(async (part) => loadTexts(code, part)?.catch(() => undefined))

/** Adds texts of a language. What cannot be loaded stays English. */
const addTexts = async (code: string, parts: Iterable<TextPart>): Promise<void> => {
  const version = versionOf(code)
  const [changed, ...texts] = await Promise.all([loadChanged(code), ...filesOf(code, parts)])
  shown.set(code, version)
  for (const part of texts) addBuiltIn(code, part ?? {})
  addChanged(code, changed ?? {})
}

/**
 * Loads a part of the app together with the texts it shows, in English and in the reader's language. Rejects when the
 * part or its English texts cannot be loaded.
 */
export const withTexts = async <T>(parts: readonly TextPart[], loaded: Promise<T>): Promise<T> => {
  for (const part of parts) wantedParts.add(part)
  const fallbackTexts = Promise.all(parts.map(async (part) => loadTexts(fallbackCode, part)))
  const [drawn, english] = await Promise.all([loaded, fallbackTexts, addTexts(i18n.language, parts)])
  // a switch that began before this call has loaded fewer parts
  await switching
  for (const texts of english) addBuiltIn(fallbackCode, texts ?? {})
  await addTexts(i18n.language, parts)
  return drawn
}

/** Switches to the reader's earlier choice, else to the default language [languages-5]. */
const switchToStart = (): Promise<void> => {
  const code = wanted()
  const chosen = knownLanguages().find((language) => language.langLocale === code)
  return switchTo(chosen ?? knownLanguages().find((language) => language.default) ?? builtIn)
}

const switchTo = (language: Language): Promise<void> => (switching = loadAndSwitch(language))

const loadAndSwitch = async ({ langLocale: code }: Language): Promise<void> => {
  const own = ++switches
  await addTexts(code, wantedParts)
  // a later choice replaced this one [design/languages-21]
  if (own !== switches) return
  document.documentElement.lang = code
  document.documentElement.dir = directionOf(code)
  await i18n.changeLanguage(code)
}

export const chooseLanguage = async (language: Language): Promise<void> => {
  try {
    localStorage.setItem(storage, language.langLocale)
  } catch {
    // the choice lasts until the page is closed
  }
  remember('language', language.langLocale)
  await switchTo(language)
}

/** The built-in texts of all wanted parts, also of those that are wanted while the others load. */
const loadWanted = async (code: string): Promise<readonly (Texts | undefined)[]> => {
  const { size } = wantedParts
  const texts = await Promise.all(filesOf(code, wantedParts))
  return wantedParts.size === size ? texts : loadWanted(code)
}

/**
 * The office changed languages or texts: loads the list again, and the texts of the reader's language where they
 * changed. A deleted language is replaced by the default one [design/languages-12].
 */
export const renewLanguages = async (): Promise<void> => {
  const code = i18n.language
  await queryClient.fetchQuery({ ...languagesQuery, staleTime: 0 })
  outdated = true
  const now = versionOf(code)
  if (now === undefined) return switchToStart()
  if (now === shown.get(code)) return
  const changed = now === null ? {} : await requestChanged(code, now)
  const texts = await loadWanted(code)
  // without the new texts the page keeps the old ones; a later change has its own call
  if (changed === undefined || versionOf(code) !== now) return
  // no await from here on: another part must not add its texts in between
  shown.set(code, now)
  i18n.removeResourceBundle(code, namespace)
  const builtInTexts = [...(code === fallbackCode ? [ofScript] : []), ...texts]
  for (const part of builtInTexts) addBuiltIn(code, part ?? {})
  addChanged(code, changed)
  // the page is drawn again, unless its reader has chosen another language meanwhile
  if (i18n.language === code) await i18n.changeLanguage(code)
}

/** A reader without a live link may have missed a change after this long, ms. */
const missedMs = 60_000

/**
 * Visitors have no live connection: a visible page asks every minute, and a page that becomes visible again asks
 * immediately when the last request is a minute old [design/languages-12].
 */
export const renewForVisitors = (isVisitor: () => boolean): void => {
  let asked = Date.now()
  const ask = (): void => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return
    asked = Date.now()
    void renewLanguages().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => Date.now() - asked >= missedMs && ask())
  setInterval(() => isVisitor() && ask(), missedMs)
}

interface LanguageChoice {
  readonly languages: readonly Language[]
  readonly current: Language
  /** for Intl: the date locale of the chosen language [languages-6] */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
}

export const useLanguage = (): LanguageChoice => {
  const { i18n: now } = useTranslation()
  useQuery(languagesQuery)
  const all = knownLanguages()
  const current = all.find((language) => language.langLocale === now.language) ?? builtIn
  return { languages: all, current, locale: current.dateLocale || current.langLocale, dir: directionOf(now.language) }
}
