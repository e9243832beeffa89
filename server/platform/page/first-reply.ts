import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@remis/domain/backoffice/backoffice-api'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { builtInTexts, type Texts } from '@remis/domain/texts/built-in-texts'
import { firstTexts } from '@remis/domain/texts/first-texts'
import { directionOf, fallbackLanguage } from '@remis/domain/texts/languages'

export interface PageLanguage {
  readonly view: Language
  /** text of every key: the operator's, else the built-in one of the language, else English */
  readonly texts: Texts
  /** the texts that differ from the built-in ones, which a browser has in its own files */
  readonly changed: Texts
}

/** Settings, texts and car types of the operator that the first reply shows. */
export interface PageData {
  readonly appName: string
  readonly company: string
  readonly email: string
  /** empty when they are not known yet; the app requests them then */
  readonly languages: readonly PageLanguage[]
  /** null when they are not known yet; the app requests them then */
  readonly carTypes: readonly CarTypeView[] | null
}

/** Made when the web app is built (web/first-look). */
interface FirstLooks {
  readonly looks: Readonly<Record<string, { readonly html: string; readonly head: string }>>
  /** links to the fonts and texts of the built-in languages, by code */
  readonly languages: Readonly<Record<string, { readonly head: string }>>
}

export interface PageQuery {
  /** path of the address, without its query */
  readonly path: string
  /** language that this browser chose before, if any */
  readonly language: string | undefined
  /** `light` or `dark` if this browser chose before */
  readonly look: string | undefined
  /** a session's cookie came along; whether it still lives is the app's question */
  readonly signedIn: boolean
}

const unsafe: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => unsafe[sign] ?? sign)

const readLooks = (folder: string): FirstLooks | undefined => {
  const file = join(folder, 'first-looks.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstLooks) : undefined
}

/** Read by the page's script (web/platform/first-look.ts). A `<` is escaped, so that no text of an operator closes it. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

const pick = (texts: Texts, wanted: (key: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => wanted(key)))

/** Texts that the booking form needs before the app is loaded. */
const ofForm = (key: string): boolean => /^(seats_|book_(now|later)$)/.test(key)

const pluralForm = /_(zero|one|two|few|many|other)$/
const firstStems = new Set(Object.keys(firstTexts).map((key) => key.replace(pluralForm, '')))
const ofFirstPage = (key: string): boolean => firstStems.has(key.replace(pluralForm, ''))

/** The languages to choose from, with the changed texts of the page's language that the first page shows. */
const languagesBlock = (language: PageLanguage | undefined, { languages }: PageData): string =>
  language === undefined
    ? ''
    : dataBlock('languages', {
        code: language.view.langLocale,
        rows: languages.map(({ view }) => view),
        changed: pick(language.changed, ofFirstPage),
      })

/** The language that this browser chose; without one, or when it no longer exists, the default [languages-5]. */
const languageOf = (wanted: string | undefined, languages: PageData['languages']): PageLanguage | undefined =>
  languages.find(({ view }) => view.langLocale === wanted) ?? languages.find(({ view }) => view.default) ?? languages[0]

/**
 * Makes the first reply for an address: the built page with what its screen shows before any script runs, in the
 * language and the look this browser chose, with the operator's texts. Without `first-looks.json` the bare page. The
 * placeholder of the nonce is still in it.
 */
export const makeFirstReply = (folder: string, page: string, publicUrl: string) => {
  const made = readLooks(folder)
  const base = publicUrl.replace(/\/$/, '')
  return (ask: PageQuery, words: PageData): string => {
    if (made === undefined) return page
    const open = ask.path.startsWith('/') && Object.hasOwn(made.looks, ask.path)
    const look = made.looks[ask.path === '/' && ask.signedIn ? 'signed-in' : open ? ask.path : 'other']
    const language = languageOf(ask.language, words.languages)
    const code = language?.view.langLocale ?? fallbackLanguage.code
    const texts: Texts = {
      ...(language?.texts ?? builtInTexts[code]),
      appName: words.appName,
      company: words.company,
      email: words.email,
      langName: language?.view.langName ?? fallbackLanguage.name,
    }
    // a text may contain placeholders: "Ask us at {{email}}"
    const fill = (html: string, depth = 2): string =>
      html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const text = texts[key] ?? ''
        return depth > 1 ? fill(escaped(text), depth - 1) : escaped(text)
      })
    // what the form of the landing page needs before the app is loaded
    const known =
      ask.path === '/' && !ask.signedIn && words.carTypes !== null
        ? dataBlock('known', { carTypes: words.carTypes, texts: pick(texts, ofForm) })
        : ''
    const scheme = ask.look === 'light' || ask.look === 'dark' ? ` data-mantine-color-scheme="${ask.look}"` : ''
    // search engines index the public pages only
    const search = open
      ? `<link rel="canonical" href="${escaped(base + ask.path)}" />`
      : '<meta name="robots" content="noindex" />'
    const head = search + (made.languages[code] ?? made.languages[fallbackLanguage.code])?.head + (look?.head ?? '')
    return page
      .replace(/<html[^>]*>/, () => `<html lang="${escaped(code)}" dir="${directionOf(code)}"${scheme}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(words.appName)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + fill('{{hero_title}}. {{hero_text}}'),
      )
      .replace('</head>', () => `${head}</head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${fill(look?.html ?? '')}</div>${known}${languagesBlock(language, words)}`,
      )
  }
}
