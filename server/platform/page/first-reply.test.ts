import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFirstReply, type FirstWords, type PageQuery } from './first-reply.ts'

const page =
  '<html lang="en"><head><title>x</title><meta name="description" content="y"></head><body><div id="root"></div></body></html>'
const folder = mkdtempSync(join(tmpdir(), 'remis-pages-'))
const bare = mkdtempSync(join(tmpdir(), 'remis-bare-'))
writeFileSync(
  join(folder, 'prerendered.json'),
  JSON.stringify({
    pages: {
      '/': { html: '<h1>{{hero_title}}</h1><i>{{appName}}</i>{{nobody_knows}}', head: '<link a>' },
      '/about-us': { html: '{{about_contact}}', head: '' },
      'signed-in': { html: 'known', head: '' },
      other: { html: 'spinner', head: '' },
    },
    languages: {
      en: {
        head: '<link latin>',
        words: {
          hero_title: 'Across town',
          hero_text: 'Choose',
          about_contact: 'Ask {{email}}',
        },
      },
      ar: { head: '<link arabic>', words: { hero_title: 'عبر المدينة' } },
    },
  }),
)
afterAll(() => [folder, bare].forEach((one) => rmSync(one, { recursive: true })))

const language = { isDefault: false, words: {} }
const words: FirstWords = {
  appName: 'Remis',
  company: 'Remis Montevideo',
  email: 'office@remis.example',
  languages: [
    { ...language, code: 'en', name: 'English', isDefault: true },
    { ...language, code: 'ar', name: 'العربية' },
    { ...language, code: 'he', name: 'עברית', words: { hero_title: 'ברחבי העיר' } },
  ],
  carTypes: [],
}
const visitor: PageQuery = { path: '/', language: undefined, look: undefined, signedIn: false }
const reply = makeFirstReply(folder, page, 'https://remis.example/')
const show = (query: Partial<PageQuery>, set: Partial<FirstWords> = {}) =>
  reply({ ...visitor, ...query }, { ...words, ...set })

it('shows the page of the address in the chosen language and colour scheme', () => {
  expect(show({})).toBe(
    '<html lang="en" dir="ltr"><head><title>Remis</title><meta name="description" content="Across town. Choose">' +
      '<link rel="canonical" href="https://remis.example/" /><link latin><link a></head>' +
      '<body><div id="root"><h1>Across town</h1><i>Remis</i></div>' +
      '<script type="application/json" id="page-data">{"appName":"Remis","email":"office@remis.example","carTypes":[]}</script></body></html>',
  )
  const arabic = show({ language: 'ar', look: 'dark' })
  expect(arabic).toContain('<html lang="ar" dir="rtl" data-mantine-color-scheme="dark">')
  expect(arabic).toContain('<h1>عبر المدينة</h1>')
  expect(arabic).toContain('<link arabic>')
  // a language added by the operator: its texts, else English, and its direction
  expect(show({ language: 'he' })).toContain('<html lang="he" dir="rtl">')
  expect(show({ language: 'he' })).toContain('ברחבי העיר')
})

it('falls back to the default language where none was chosen, or a removed one', () => {
  const [english, arabic] = words.languages.slice(0, 2).map((one) => ({ ...one, isDefault: one.code === 'ar' }))
  const languages = [english, arabic].flatMap((one) => one ?? [])
  expect(show({}, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages: [] })).toContain('lang="en"')
})

it('shows a neutral page with a session cookie and for screens that need a session', () => {
  expect(show({ signedIn: true })).toContain('<div id="root">known</div>')
  expect(show({ path: '/bookings' })).toContain('<div id="root">spinner</div>')
  expect(show({ path: '/bookings' })).toContain('<meta name="robots" content="noindex" />')
  expect(show({ path: 'signed-in' })).toContain('spinner')
  expect(show({ path: 'toString' })).toContain('spinner')
})

it('sends the data for hydration with the landing page of a visitor, and with no other page', () => {
  const carTypes = [
    { id: 'c', name: '</script><b>', image: 'sedan', extra_info: '', seats: 4, parcelTypes: [], options: [] },
  ]
  const known = (query: Partial<PageQuery>, types: FirstWords['carTypes'] = carTypes) =>
    /id="page-data">(.*?)<\/script>/.exec(show(query, { carTypes: types }))?.[1]
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
    languages: [{ ...language, code: '"><b>', name: evil, words: { hero_title: evil } }],
  }
  for (const path of ['/', '/about-us', '/x']) {
    const text = show({ path, look: evil, language: '"><b>' }, set)
    expect(text).not.toMatch(/<script(?! type="application\/json" id="page-data">)|<b>/)
    expect(text).toContain('<title>&lt;script&gt;&quot;&#39;&amp;$&amp;</title>')
  }
  expect(show({ path: '/about-us' }, set)).toContain('Ask &lt;script&gt;')
})

it('sends the bare page without prerendered.json', () => {
  expect(makeFirstReply(bare, page, 'https://remis.example')(visitor, words)).toBe(page)
})
