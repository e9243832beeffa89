import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFirstReply, type PageData, type PageQuery } from './first-reply.ts'

const page =
  '<html lang="en"><head><title>x</title><meta name="description" content="y"></head><body><div id="root"></div></body></html>'
const folder = mkdtempSync(join(tmpdir(), 'remis-looks-'))
const bare = mkdtempSync(join(tmpdir(), 'remis-bare-'))
writeFileSync(
  join(folder, 'first-looks.json'),
  JSON.stringify({
    looks: {
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
          seats_one: '{{count}} seat',
        },
      },
      ar: { head: '<link arabic>', words: { hero_title: 'عبر المدينة' } },
    },
  }),
)
afterAll(() => [folder, bare].forEach((one) => rmSync(one, { recursive: true })))

const language = { isDefault: false, words: {} }
const words: PageData = {
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
const show = (ask: Partial<PageQuery>, set: Partial<PageData> = {}) =>
  reply({ ...visitor, ...ask }, { ...words, ...set })

it('renders the screen of the address in the stored language and colour scheme', () => {
  expect(show({})).toBe(
    '<html lang="en" dir="ltr"><head><title>Remis</title><meta name="description" content="Across town. Choose">' +
      '<link rel="canonical" href="https://remis.example/" /><link latin><link a></head>' +
      '<body><div id="root"><h1>Across town</h1><i>Remis</i></div>' +
      '<script type="application/json" id="known">{"carTypes":[],"texts":{"seats_one":"{{count}} seat"}}</script></body></html>',
  )
  const arabic = show({ language: 'ar', look: 'dark' })
  expect(arabic).toContain('<html lang="ar" dir="rtl" data-mantine-color-scheme="dark">')
  expect(arabic).toContain('<h1>عبر المدينة</h1>')
  expect(arabic).toContain('<link arabic>')
  // a language of the operator: its own texts, else English, and its own direction
  expect(show({ language: 'he' })).toContain('<html lang="he" dir="rtl">')
  expect(show({ language: 'he' })).toContain('ברחבי העיר')
})

it('uses the default language when none is stored, or one that no longer exists', () => {
  const [english, arabic] = words.languages.slice(0, 2).map((one) => ({ ...one, isDefault: one.code === 'ar' }))
  const languages = [english, arabic].flatMap((one) => one ?? [])
  expect(show({}, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages })).toContain('lang="ar"')
  expect(show({ language: 'fr' }, { languages: [] })).toContain('lang="en"')
})

it('renders a neutral page for signed-in callers and for screens behind the sign-in', () => {
  expect(show({ signedIn: true })).toContain('<div id="root">known</div>')
  expect(show({ path: '/bookings' })).toContain('<div id="root">spinner</div>')
  expect(show({ path: '/bookings' })).toContain('<meta name="robots" content="noindex" />')
  expect(show({ path: 'signed-in' })).toContain('spinner')
  expect(show({ path: 'toString' })).toContain('spinner')
})

it('sends the car types to visitors only, so that the form works before the app has loaded', () => {
  const carTypes = [
    { id: 'c', name: '</script><b>', image: 'sedan', extra_info: '', seats: 4, parcelTypes: [], options: [] },
  ]
  const known = (ask: Partial<PageQuery>, types: PageData['carTypes'] = carTypes) =>
    /id="known">(.*?)<\/script>/.exec(show(ask, { carTypes: types }))?.[1]
  expect(JSON.parse(known({}) ?? '')).toEqual({ carTypes, texts: { seats_one: '{{count}} seat' } })
  expect(known({ signedIn: true })).toBeUndefined()
  expect(known({ path: '/login' })).toBeUndefined()
  // null (not read yet) differs from an empty list: the app requests them
  expect(known({}, null)).toBeUndefined()
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
    expect(text).not.toMatch(/<script(?! type="application\/json" id="known">)|<b>/)
    expect(text).toContain('<title>&lt;script&gt;&quot;&#39;&amp;$&amp;</title>')
  }
  expect(show({ path: '/about-us' }, set)).toContain('Ask &lt;script&gt;')
})

it('sends the bare page when the build has no first looks', () => {
  expect(makeFirstReply(bare, page, 'https://remis.example')(visitor, words)).toBe(page)
})
