import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { directionOf } from '@remis/domain/kit/direction'

/** The operator's data in the first reply of a page. */
export interface PageData {
  readonly appName: string
  readonly company: string
  readonly email: string
  readonly languages: readonly {
    readonly code: string
    readonly name: string
    readonly isDefault: boolean
    readonly words: Readonly<Record<string, string>>
  }[]
  /** null: not known yet, the app requests them */
  readonly carTypes: readonly CarTypeView[] | null
}

/** Created when the web app is built (web/first-look). */
interface FirstLooks {
  readonly looks: Readonly<Record<string, { readonly html: string; readonly head: string }>>
  readonly languages: Readonly<
    Record<string, { readonly head: string; readonly words: Readonly<Record<string, string>> }>
  >
}

export interface PageQuery {
  /** without the query string */
  readonly path: string
  /** the language this browser has stored */
  readonly language: string | undefined
  /** `light` or `dark`, if this browser has stored it */
  readonly look: string | undefined
  /** The request carries a session cookie; it may have expired. */
  readonly signedIn: boolean
}

const unsafe: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => unsafe[sign] ?? sign)

const readLooks = (folder: string): FirstLooks | undefined => {
  const file = join(folder, 'first-looks.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstLooks) : undefined
}

/** Read by web/platform/first-look.ts. `<` is escaped, so that no operator's text can close the script element. */
const dataBlock = (known: unknown): string =>
  `<script type="application/json" id="known">${JSON.stringify(known).replace(/</g, '\\u003c')}</script>`

const ofForm = /^(seats_|book_(now|later)$)/

const formTexts = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => ofForm.test(key)))

const languageOf = (wanted: string | undefined, languages: PageData['languages']) =>
  languages.find(({ code }) => code === wanted) ?? languages.find(({ isDefault }) => isDefault) ?? languages[0]

/**
 * Makes the first reply for an address: the built page with the screen's markup before any script runs, in the language
 * and colour scheme of this browser and with the operator's texts. Without `first-looks.json` the bare page. The nonce
 * placeholder is left in it.
 */
export const makeFirstReply = (folder: string, page: string, publicUrl: string) => {
  const made = readLooks(folder)
  const base = publicUrl.replace(/\/$/, '')
  return (query: PageQuery, data: PageData): string => {
    if (made === undefined) return page
    const isPublic = query.path.startsWith('/') && Object.hasOwn(made.looks, query.path)
    const look = made.looks[query.path === '/' && query.signedIn ? 'signed-in' : isPublic ? query.path : 'other']
    const language = languageOf(query.language, data.languages)
    const code = language?.code ?? 'en'
    const own = made.languages[code]
    const texts: Readonly<Record<string, string | undefined>> = {
      ...made.languages['en']?.words,
      ...own?.words,
      ...language?.words,
      appName: data.appName,
      company: data.company,
      email: data.email,
      langName: language?.name ?? 'English',
    }
    // a text may contain placeholders: "Ask us at {{email}}"
    const fill = (html: string, depth = 2): string =>
      html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const text = texts[key] ?? ''
        return depth > 1 ? fill(escaped(text), depth - 1) : escaped(text)
      })
    // data the landing page's form needs before the app has loaded
    const known =
      query.path === '/' && !query.signedIn && data.carTypes !== null
        ? dataBlock({ carTypes: data.carTypes, texts: formTexts(texts) })
        : ''
    const scheme = query.look === 'light' || query.look === 'dark' ? ` data-mantine-color-scheme="${query.look}"` : ''
    // pages behind the sign-in are not indexed
    const search = isPublic
      ? `<link rel="canonical" href="${escaped(base + query.path)}" />`
      : '<meta name="robots" content="noindex" />'
    const head = search + (own ?? made.languages['en'])?.head + (look?.head ?? '')
    return page
      .replace(/<html[^>]*>/, () => `<html lang="${escaped(code)}" dir="${directionOf(code)}"${scheme}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(data.appName)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + fill('{{hero_title}}. {{hero_text}}'),
      )
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${fill(look?.html ?? '')}</div>${known}`)
  }
}
