import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtInTextsOf } from '../texts/built-in-texts.ts'
import { makeFirstReply, type PageData, type PageLanguage, type PageQuery } from './first-reply.ts'

const page =
  '<html lang="en"><head><title>x</title><meta name="description" content="y"></head><body><div id="root"></div></body></html>'
const folder = mkdtempSync(join(tmpdir(), 'remis-pages-'))
const bare = mkdtempSync(join(tmpdir(), 'remis-bare-'))
writeFileSync(
  join(folder, 'prerendered.json'),
  JSON.stringify({
    pages: {
      '/': { html: '<h1>{{hero_title}}</h1><i>{{appName}}</i>{{no_such_text}}', head: '<link a>' },
      '/about-us': { html: '{{about_contact}}', head: '' },
      'signed-in': { html: 'known', head: '' },
      other: { html: 'spinner', head: '' },
    },
    languages: { en: { head: '<link latin>' }, ar: { head: '<link arabic>' } },
  }),
)
afterAll(() => [folder, bare].forEach((one) => rmSync(one, { recursive: true })))

const english: Record<string, string> = {
  hero_title: 'Across town',
  hero_text: 'Choose',
  about_contact: 'Ask {{email}}',
  seats_one: '{{count}} seat',
}
const language = (code: string, name: string, changed: Record<string, string> = {}): PageLanguage => ({
  view: {
    id: code,
    langName: name,
    langLocale: code,
    dateLocale: code,
    changes: Object.keys(changed).length === 0 ? null : 'v1',
    default: code === 'en',
    createdAt: '',
  },
  texts: { ...english, ...changed },
  changed,
})
const words: PageData = {
  appName: 'Remis',
  company: 'Remis Montevideo',
  email: 'office@remis.example',
  languages: [
    language('en', 'English'),
    language('ar', 'العربية', { hero_title: 'عبر المدينة' }),
    language('he', 'עברית', { hero_title: 'ברחבי העיר', wallet_title: 'ארנק', seats_two: 'שני מושבים' }),
  ],
  carTypes: [],
}
/** The block of languages in a page of this language. */
const blockOf = (code: string, changed: Record<string, string> = {}) => ({
  code,
  rows: words.languages.map(({ view }) => view),
  changed,
})
const visitor: PageQuery = { path: '/', language: undefined, look: undefined, signedIn: false }
const reply = makeFirstReply(folder, page, 'https://remis.example/')
const show = (ask: Partial<PageQuery>, set: Partial<PageData> = {}) =>
  reply({ ...visitor, ...ask }, { ...words, ...set })

it('shows the page of the address in the chosen language and colour scheme', () => {
  expect(show({})).toBe(
    '<html lang="en" dir="ltr"><head><title>Remis</title><meta name="description" content="Across town. Choose">' +
      '<link rel="canonical" href="https://remis.example/" /><link latin><link a></head>' +
      '<body><div id="root"><h1>Across town</h1><i>Remis</i></div>' +
      '<script type="application/json" id="page-data">{"appName":"Remis","email":"office@remis.example","carTypes":[]}</script>' +
      `<script type="application/json" id="languages">${JSON.stringify(blockOf('en'))}</script></body></html>`,
  )
  const arabic = show({ language: 'ar', look: 'dark' })
  expect(arabic).toContain('<html lang="ar" dir="rtl" data-mantine-color-scheme="dark">')
  expect(arabic).toContain('<h1>عبر المدينة</h1>')
  expect(arabic).toContain('<link arabic>')
  // a language that is not built in has its own texts, else English, and its own direction
  expect(show({ language: 'he' })).toContain('<html lang="he" dir="rtl">')
  expect(show({ language: 'he' })).toContain('ברחבי העיר')
})

it('sends the languages and what was changed in the texts of the first page', () => {
  const sent = (ask: Partial<PageQuery>, set?: Partial<PageData>) =>
    JSON.parse(/id="languages">(.*?)<\/script>/.exec(show(ask, set))?.[1] ?? 'null') as unknown
  const first = { hero_title: 'ברחבי העיר', seats_two: 'שני מושבים' }
  expect(sent({ language: 'he' })).toEqual(blockOf('he', first))
  expect(sent({ path: '/bookings', signedIn: true, language: 'he' })).toEqual(blockOf('he', first))
  expect(sent({}, { languages: [] })).toBeNull()
})

it('shows the built-in English texts while the database does not answer', () => {
  expect(show({}, { languages: [] })).toContain(`<h1>${builtInTextsOf('en')?.['hero_title']}</h1>`)
})

it('starts with the default language where none was chosen, or one that no longer exists', () => {
  const languages = words.languages
    .slice(0, 2)
    .map((one) => ({ ...one, view: { ...one.view, default: one.view.langLocale === 'ar' } }))
  expect(show({}, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages: [] })).toContain('lang="en"')
})

it('starts a first visit in a language of the browser only with the setting [design/languages-13]', () => {
  const followed = { ...words, followBrowserLanguage: true }
  const render = makeFirstReply(folder, page, 'https://taxis.example')
  const asked = (accepts: string | undefined, data: PageData, language?: string) =>
    /<html lang="([^"]+)"/.exec(render({ path: '/', language, accepts, look: undefined, signedIn: false }, data))?.[1]
  expect(asked('he-IL,he;q=0.9,en;q=0.1', followed)).toBe('he')
  expect(asked('de,fr', followed)).toBe('en')
  expect(asked(undefined, followed)).toBe('en')
  expect(asked('he', words)).toBe('en')
  // the reader's own choice counts
  expect(asked('he', followed, 'ar')).toBe('ar')
})

it('shows a neutral page with a session cookie and for screens that need a session', () => {
  expect(show({ signedIn: true })).toContain('<div id="root">known</div>')
  expect(show({ path: '/bookings' })).toContain('<div id="root">spinner</div>')
  expect(show({ path: '/bookings' })).toContain('<meta name="robots" content="noindex" />')
  // a shared ride [design/access-101]
  expect(show({ path: '/follow' })).toContain('<meta name="robots" content="noindex" />')
  expect(show({ path: 'signed-in' })).toContain('spinner')
  expect(show({ path: 'toString' })).toContain('spinner')
})

it('says on every page whether the request had a session cookie [design/accounts-141]', () => {
  for (const path of ['/', '/bookings']) {
    expect(show({ path, signedIn: true })).toMatch(/<html [^>]*data-session>/)
    expect(show({ path, signedIn: false })).not.toContain('data-session')
  }
})

it('sends the data for hydration with the landing page of a visitor, and with no other page', () => {
  const carTypes = [
    { id: 'c', name: '</script><b>', image: 'sedan', extra_info: '', seats: 4, parcelTypes: [], options: [] },
  ]
  const known = (ask: Partial<PageQuery>, types: PageData['carTypes'] = carTypes) =>
    /id="page-data">(.*?)<\/script>/.exec(show(ask, { carTypes: types }))?.[1]
  const { appName, email } = words
  expect(JSON.parse(known({}) ?? '')).toEqual({ appName, email, carTypes })
  expect(known({ signedIn: true })).toBeUndefined()
  expect(known({ path: '/login' })).toBeUndefined()
  // not loaded yet is not the same as none: the app requests them
  expect(JSON.parse(known({}, null) ?? '')).toEqual({ appName, email, carTypes: null })
})

it('escapes texts and cookies', () => {
  const evil = `<script>"'&$&`
  const set = {
    appName: evil,
    email: evil,
    languages: [language('"><b>', evil, { hero_title: evil })],
  }
  for (const path of ['/', '/about-us', '/x']) {
    const text = show({ path, look: evil, language: '"><b>' }, set)
    expect(text).not.toMatch(/<script(?! type="application\/json" id="(page-data|languages)">)|<b>/)
    expect(text).toContain('<title>&lt;script&gt;&quot;&#39;&amp;$&amp;</title>')
  }
  expect(show({ path: '/about-us' }, set)).toContain('Ask &lt;script&gt;')
})

it('replaces a placeholder such as {{constructor}} with an empty text', () => {
  const set = {
    ...words,
    languages: [language('en', 'English', { hero_title: 'Across{{constructor}}{{toString}} town' })],
  }
  expect(show({ path: '/' }, set)).toContain('<h1>Across town</h1>')
})

it('sends the bare page without prerendered.json', () => {
  expect(makeFirstReply(bare, page, 'https://remis.example')(visitor, words)).toBe(page)
})

it('no text of the operator gets the nonce: the placeholder stays a text', () => {
  const reply = makeFirstReply(
    folder,
    page,
    'https://taxi.example',
  )({ path: '/', language: 'en', look: undefined, signedIn: false }, { ...words, appName: 'Taxi __CSP_NONCE__' })
  expect(reply).not.toContain('__CSP_NONCE__')
  expect(reply).toContain('<title>Taxi &#95;_CSP_NONCE__</title>')
  expect(reply).toContain('"appName":"Taxi \\u005f_CSP_NONCE__"')
})
