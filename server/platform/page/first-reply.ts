import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { directionOf } from '@remis/domain/kit/direction'

/** What the operator has set that stands in the first reply; read anew for each. */
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
  /** null: not known yet; the app asks */
  readonly carTypes: readonly CarTypeView[] | null
}

/** Made when the web app is built (web/first-look). */
interface FirstLooks {
  readonly looks: Readonly<Record<string, { readonly html: string; readonly head: string }>>
  readonly languages: Readonly<
    Record<string, { readonly head: string; readonly words: Readonly<Record<string, string>> }>
  >
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

/** Read by the page's own script (web/platform/first-look.ts); no text of an operator ends it early. */
const dataBlock = (known: unknown): string =>
  `<script type="application/json" id="known">${JSON.stringify(known).replace(/</g, '\\u003c')}</script>`

const ofForm = /^(seats_|book_(now|later)$)/

const formTexts = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => ofForm.test(key)))

const languageOf = (wanted: string | undefined, languages: FirstWords['languages']) =>
  languages.find(({ code }) => code === wanted) ?? languages.find(({ isDefault }) => isDefault) ?? languages[0]

/**
 * Makes the first reply for an address: the built page with what its screen shows before any script runs, in the
 * language and the look this browser chose, with the operator's own words. Without `first-looks.json` the bare page.
 * The nonce's place is still in it.
 */
export const makeFirstReply = (folder: string, page: string, publicUrl: string) => {
  const made = readLooks(folder)
  const base = publicUrl.replace(/\/$/, '')
  return (ask: PageQuery, words: FirstWords): string => {
    if (made === undefined) return page
    const open = ask.path.startsWith('/') && Object.hasOwn(made.looks, ask.path)
    const look = made.looks[ask.path === '/' && ask.signedIn ? 'signed-in' : open ? ask.path : 'other']
    const language = languageOf(ask.language, words.languages)
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
    // a text may hold places of its own: "Ask us at {{email}}"
    const fill = (html: string, depth = 2): string =>
      html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const text = texts[key] ?? ''
        return depth > 1 ? fill(escaped(text), depth - 1) : escaped(text)
      })
    // what the form of the landing page needs to be used before the app is there
    const known =
      ask.path === '/' && !ask.signedIn && words.carTypes !== null
        ? dataBlock({ carTypes: words.carTypes, texts: formTexts(texts) })
        : ''
    const scheme = ask.look === 'light' || ask.look === 'dark' ? ` data-mantine-color-scheme="${ask.look}"` : ''
    // what lies behind the sign-in is nobody's to find
    const search = open
      ? `<link rel="canonical" href="${escaped(base + ask.path)}" />`
      : '<meta name="robots" content="noindex" />'
    const head = search + (own ?? made.languages['en'])?.head + (look?.head ?? '')
    return page
      .replace(/<html[^>]*>/, () => `<html lang="${escaped(code)}" dir="${directionOf(code)}"${scheme}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(words.appName)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, before: string) => before + fill('{{hero_title}}. {{hero_text}}'),
      )
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${fill(look?.html ?? '')}</div>${known}`)
  }
}
