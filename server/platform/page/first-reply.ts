import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { directionOf } from '@remis/domain/kit/direction'

/** The operator's settings and texts that the first reply shows; read for each request. */
export interface FirstWords {
  readonly appName: string
  readonly company: string
  readonly email: string
  readonly languages: readonly {
    readonly code: string
    readonly name: string
    readonly isDefault: boolean
    readonly words: Readonly<Record<string, string>>
  }[]
  /** null: not loaded yet; the app requests them */
  readonly carTypes: readonly CarTypeView[] | null
}

/** Made when the web app is built (web/prerender). */
interface Prerendered {
  readonly pages: Readonly<Record<string, { readonly html: string; readonly head: string }>>
  readonly languages: Readonly<
    Record<string, { readonly head: string; readonly words: Readonly<Record<string, string>> }>
  >
}

export interface PageQuery {
  /** path of the address, without its query */
  readonly path: string
  /** language chosen in this browser before, if any */
  readonly language: string | undefined
  /** `light` or `dark` if chosen in this browser before */
  readonly look: string | undefined
  /** the request has a session cookie, which may be expired: the app asks */
  readonly signedIn: boolean
}

const unsafe: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => unsafe[sign] ?? sign)

const readPrerendered = (folder: string): Prerendered | undefined => {
  const file = join(folder, 'prerendered.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Prerendered) : undefined
}

/** Read by the app (web/platform/page/hydration.ts); `<` is escaped, so that no text of the operator closes the tag. */
const dataBlock = (data: unknown): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

const languageOf = (wanted: string | undefined, languages: FirstWords['languages']) =>
  languages.find(({ code }) => code === wanted) ?? languages.find(({ isDefault }) => isDefault) ?? languages[0]

/**
 * Makes the first reply for an address: the built page with its prerendered screen, in the language and colour scheme
 * chosen in this browser, with the operator's texts. Without `prerendered.json` the bare page. The placeholder of the
 * nonce is still in it.
 */
export const makeFirstReply = (folder: string, page: string, publicUrl: string) => {
  const made = readPrerendered(folder)
  const base = publicUrl.replace(/\/$/, '')
  return (query: PageQuery, words: FirstWords): string => {
    if (made === undefined) return page
    const open = query.path.startsWith('/') && Object.hasOwn(made.pages, query.path)
    const prerendered = made.pages[query.path === '/' && query.signedIn ? 'signed-in' : open ? query.path : 'other']
    const language = languageOf(query.language, words.languages)
    const code = language?.code ?? 'en'
    const own = made.languages[code]
    const texts: Readonly<Record<string, string | undefined>> = {
      ...made.languages['en']?.words,
      ...own?.words,
      ...language?.words,
      appName: words.appName,
      company: words.company,
      email: words.email,
      langName: language?.name ?? 'English',
    }
    // a text may contain places: "Ask us at {{email}}"
    const fill = (html: string, depth = 2): string =>
      html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const text = texts[key] ?? ''
        return depth > 1 ? fill(escaped(text), depth - 1) : escaped(text)
      })
    // the landing page of a visitor is hydrated with the data it was rendered from
    const data =
      query.path === '/' && !query.signedIn
        ? dataBlock({ appName: words.appName, email: words.email, carTypes: words.carTypes })
        : ''
    const scheme = query.look === 'light' || query.look === 'dark' ? ` data-mantine-color-scheme="${query.look}"` : ''
    // search engines index the public pages only
    const search = open
      ? `<link rel="canonical" href="${escaped(base + query.path)}" />`
      : '<meta name="robots" content="noindex" />'
    const head = search + (own ?? made.languages['en'])?.head + (prerendered?.head ?? '')
    return page
      .replace(/<html[^>]*>/, () => `<html lang="${escaped(code)}" dir="${directionOf(code)}"${scheme}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(words.appName)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + fill('{{hero_title}}. {{hero_text}}'),
      )
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${fill(prerendered?.html ?? '')}</div>${data}`)
  }
}
