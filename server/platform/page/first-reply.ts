import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@remis/domain/backoffice/backoffice-api'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import { firstTexts } from '@remis/domain/texts/first-texts'
import { preferredLanguage } from '@remis/domain/texts/preferred-language'
import { directionOf, fallbackLanguage, type Texts } from '@remis/domain/texts/languages'
import { builtInTextsOf } from '../texts/built-in-texts.ts'

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
  /** a first visit starts in a language of the browser that is offered */
  readonly followBrowserLanguage?: boolean
}

/** Made when the web app is built (web/prerender). */
interface Prerendered {
  readonly pages: Readonly<Record<string, { readonly html: string; readonly head: string }>>
  /** links to the fonts and texts of the built-in languages, by code */
  readonly languages: Readonly<Record<string, { readonly head: string }>>
}

export interface PageQuery {
  /** path of the address, without its query */
  readonly path: string
  /** language that this browser chose before, if any */
  readonly language: string | undefined
  /** the browser's `Accept-Language` */
  readonly accepts?: string | undefined
  /** `light` or `dark` if this browser chose before */
  readonly look: string | undefined
  /** the request has a session cookie; the app checks whether it is still valid */
  readonly signedIn: boolean
}

/** The placeholder of the nonce in the built page, from Vite's `html.cspNonce`. */
export const noncePlace = '__CSP_NONCE__'
/**
 * An operator's text with this placeholder would be given the nonce; written so that it is the same text but no
 * placeholder.
 */
const escaped = (text: string): string => escapeHtml(text).replaceAll(noncePlace, noncePlace.replace('_', '&#95;'))

const readPrerendered = (folder: string): Prerendered | undefined => {
  const file = join(folder, 'prerendered.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Prerendered) : undefined
}

/** Read by the app (web/platform/page/hydration.ts). `<` is escaped, so that no text of the operator closes the tag. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c').replaceAll(noncePlace, noncePlace.replace('_', '\\u005f'))}</script>`

const pick = (texts: Texts, wanted: (key: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => wanted(key)))

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

/**
 * The language that this browser chose; without one, or when it no longer exists, the default [languages-5]. With the
 * setting a first visit starts in a language that the browser asks for [design/languages-13].
 */
const languageOf = (
  { language, accepts }: PageQuery,
  { languages, followBrowserLanguage = false }: PageData,
): PageLanguage | undefined => {
  const coded = (code: string | undefined) => languages.find(({ view }) => view.langLocale === code)
  const offered = languages.map(({ view }) => view.langLocale)
  const asked = followBrowserLanguage ? preferredLanguage(accepts ?? '', offered) : undefined
  return coded(language) ?? coded(asked) ?? languages.find(({ view }) => view.default) ?? languages[0]
}

/** The texts of a page, with the operator's names as texts too. */
const textsOf = (language: PageLanguage | undefined, code: string, data: PageData): Texts => ({
  ...(language?.texts ?? builtInTextsOf(code)),
  appName: data.appName,
  company: data.company,
  email: data.email,
  langName: language?.view.langName ?? fallbackLanguage.name,
})

/** Fills the placeholders of a page. A text may contain placeholders: "Ask us at {{email}}". */
const fillWith = (texts: Texts) => {
  const fill = (html: string, depth = 2): string =>
    html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const text = (Object.hasOwn(texts, key) ? texts[key] : undefined) ?? ''
      return depth > 1 ? fill(escaped(text), depth - 1) : escaped(text)
    })
  return fill
}

/**
 * Makes the first reply for an address: the built page with its prerendered screen, in the language and colour scheme
 * chosen in this browser, with the operator's texts. Without `prerendered.json` the bare page. The placeholder of the
 * nonce is still in it.
 */
export const makeFirstReply = (folder: string, page: string, publicUrl: string) => {
  const made = readPrerendered(folder)
  const base = publicUrl.replace(/\/$/, '')
  return (query: PageQuery, data: PageData): string => {
    if (made === undefined) return page
    const open = query.path.startsWith('/') && Object.hasOwn(made.pages, query.path)
    const screen = made.pages[query.path === '/' && query.signedIn ? 'signed-in' : open ? query.path : 'other']
    const language = languageOf(query, data)
    const code = language?.view.langLocale ?? fallbackLanguage.code
    const fill = fillWith(textsOf(language, code, data))
    // the landing page of a visitor is hydrated with the data it was rendered from
    const pageData =
      query.path === '/' && !query.signedIn
        ? dataBlock('page-data', { appName: data.appName, email: data.email, carTypes: data.carTypes })
        : ''
    const scheme = query.look === 'light' || query.look === 'dark' ? ` data-mantine-color-scheme="${query.look}"` : ''
    // the app's own mark of a sign-in may be deleted before the cookie [design/accounts-141]
    const session = query.signedIn ? ' data-session' : ''
    // search engines index the public pages only
    const search = open
      ? `<link rel="canonical" href="${escaped(base + query.path)}" />`
      : '<meta name="robots" content="noindex" />'
    const head =
      search +
      (Object.hasOwn(made.languages, code) ? made.languages[code] : made.languages[fallbackLanguage.code])?.head +
      (screen?.head ?? '')
    return page
      .replace(/<html[^>]*>/, () => `<html lang="${escaped(code)}" dir="${directionOf(code)}"${scheme}${session}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(data.appName)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + fill('{{hero_title}}. {{hero_text}}'),
      )
      .replace('</head>', () => `${head}</head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${fill(screen?.html ?? '')}</div>${pageData}${languagesBlock(language, data)}`,
      )
  }
}
