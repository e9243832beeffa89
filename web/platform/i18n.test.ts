import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TextPart, Texts } from './i18n.ts'

// The worker runs other files after this one.
afterAll(() => void vi.unstubAllGlobals())

const language = (code: string, changes: string | null = null): Language => ({
  id: code,
  langName: code,
  langLocale: code,
  dateLocale: code,
  changes,
  default: code === 'en',
  createdAt: '',
})

const builtIn: Readonly<Record<string, Partial<Record<TextPart, Texts>>>> = {
  en: {
    first: { hello: 'hello', price: 'price' },
    messages: { bye: 'bye', server_error: 'something went wrong' },
    notices: { notice: 'Your fee is {{fee}}', plain: 'in English alone' },
  },
  ar: { first: { hello: 'marhaba', price: 'siʿr' }, messages: { bye: 'maʿa s-salama' } },
}

/** What the operator changed, by the address it is loaded from. */
const changed: Readonly<Record<string, Texts>> = {
  '/texts/ar/a1': { hello: 'ahlan', bye: 'ila l-liqa' },
  '/texts/ar/a2': { price: 'thaman' },
  '/texts/en/e1': { hello: 'welcome', notice: 'We charge {{fee}}' },
  '/texts/es/s1': { hello: 'hola' },
}

interface Page {
  readonly lang?: string
  /** null: the browser has no storage */
  readonly storage?: Record<string, string> | null
  readonly languages?: readonly Language[]
  /** changed texts in the first reply; undefined: it has no languages */
  readonly sent?: Texts
}

/** A page as the server sent it, and the addresses it loads. */
const open = async ({ lang = 'en', storage = {}, languages = [language('en'), language('ar')], sent }: Page) => {
  const block = JSON.stringify({ code: lang, rows: languages, changed: sent })
  const listeners: (() => void)[] = []
  vi.stubGlobal('document', {
    documentElement: { lang, dir: 'ltr' },
    visibilityState: 'visible',
    addEventListener: (_event: string, listener: () => void) => listeners.push(listener),
    getElementById: () => (sent === undefined ? null : { textContent: block }),
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (storage === null) throw new Error('SecurityError')
      return storage[key] ?? null
    },
  })
  const loaded: string[] = []
  let now = languages
  vi.stubGlobal('fetch', (address: string) => {
    loaded.push(address)
    if (address === '/api/languages/offered') return Promise.resolve(Response.json({ rows: [...now] }))
    return Promise.resolve(Response.json(changed[address]))
  })
  const app = await import('./i18n.ts')
  /** the files of the first page are loaded after it */
  let firstAfter: Promise<void> | undefined
  const load = (code: string, part: TextPart) => {
    const texts = builtIn[code]?.[part]
    if (texts === undefined) return undefined
    return part === 'first' && firstAfter !== undefined ? firstAfter.then(() => texts) : Promise.resolve(texts)
  }
  /** Keeps the files of the first page back until the result is called. */
  const holdFirst = () => {
    let release = () => {}
    firstAfter = new Promise((resolve) => (release = resolve))
    return release
  }
  const text = app.i18n.t.bind(app.i18n) as unknown as (key: string, values?: object) => string
  const office = async (changedTo: readonly Language[]) => {
    now = changedTo
    await app.renewLanguages()
  }
  /** Hides or shows the page. */
  const turn = (visibilityState: 'hidden' | 'visible') => {
    Object.assign(document, { visibilityState })
    for (const listener of listeners) listener()
  }
  /** The office changes texts, and this much time passes. */
  const later = async (ms: number, changedTo: readonly Language[]) => {
    now = changedTo
    vi.advanceTimersByTime(ms)
    await new Promise((done) => setTimeout(done, 20))
  }
  return {
    ...app,
    loaded,
    text,
    office,
    turn,
    later,
    holdFirst,
    start: () => app.startI18n(builtIn['en']?.first ?? {}, load, 600),
  }
}

// each test opens a new page
beforeEach(() => vi.resetModules())

it('starts in the language of the first reply when the browser has no choice stored', async () => {
  for (const storage of [null, {}]) {
    vi.resetModules()
    const app = await open({ lang: 'ar', storage })
    await app.start()
    expect(app.i18n.language).toBe('ar')
    expect(document.documentElement).toEqual({ lang: 'ar', dir: 'rtl' })
    expect(app.text('price')).toBe('siʿr')
  }
})

it('starts in the language stored by this browser, whatever the first reply was in', async () => {
  const app = await open({ lang: 'ar', storage: { 'remis.language': 'en' } })
  await app.start()
  expect(app.i18n.language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

it('takes the languages and the changed texts of the first page from the first reply', async () => {
  const app = await open({ lang: 'ar', languages: [language('en'), language('ar', 'a1')], sent: { hello: 'ahlan' } })
  await app.start()
  expect(app.text('hello')).toBe('ahlan')
  expect(app.text('price')).toBe('siʿr')
  expect(app.loaded).toEqual([])
})

it('loads all changed texts once a part needs more than the first page', async () => {
  const app = await open({ lang: 'ar', languages: [language('en'), language('ar', 'a1')], sent: { hello: 'ahlan' } })
  await app.start()
  await app.withTexts(['messages'], Promise.resolve())
  await app.withTexts(['messages', 'notices'], Promise.resolve())
  expect(app.text('bye')).toBe('ila l-liqa')
  expect(app.loaded).toEqual(['/texts/ar/a1'])
})

it('shows a changed notice, with its parameters', async () => {
  const app = await open({ languages: [language('en', 'e1')], sent: { hello: 'welcome' } })
  await app.start()
  await app.withTexts(['notices'], Promise.resolve())
  expect(app.text('notice', { fee: '$U 60' })).toBe('We charge $U 60')
  expect(app.text('hello')).toBe('welcome')
})

it('writes the numbers in a text by the date locale of the language [languages-6] [design/languages-16]', async () => {
  const german = { ...language('ar'), dateLocale: 'de' }
  const app = await open({ lang: 'ar', languages: [language('en'), german], sent: {} })
  await app.start()
  app.i18n.addResource('ar', 'translations', 'riders', '{{count}} rakib, {{name}}')
  expect(app.text('riders', { count: 12345.5, name: '7' })).toBe('12.345,5 rakib, \u20687\u2069')
})

it('isolates the direction of a value from the text around it [design/languages-20]', async () => {
  const app = await open({ sent: {} })
  await app.start()
  for (const code of ['en', 'ar']) app.i18n.addResource(code, 'translations', 'help', 'h {{number}}')
  const said = (number: string) => app.text('help', { number })
  expect([said('+598 911'), said('محمد 7')]).toEqual(['h +598 911', 'h \u2068محمد 7\u2069'])
  await app.chooseLanguage(language('ar'))
  expect(said('+598 911')).toBe('h \u2068+598 911\u2069')
})

it('shows the language chosen last when the texts of an earlier choice arrive later [design/languages-21]', async () => {
  const app = await open({ sent: {} })
  await app.start()
  const release = app.holdFirst()
  const earlier = app.chooseLanguage(language('ar'))
  await app.chooseLanguage(language('en'))
  release()
  await earlier
  expect([app.i18n.language, document.documentElement.lang]).toEqual(['en', 'en'])
})

it('requests the languages when the first reply has none, and shows one that is not built in [languages-1]', async () => {
  const app = await open({ lang: 'es', languages: [language('en'), language('es', 's1')] })
  await app.start()
  expect([app.text('hello'), app.text('price')]).toEqual(['hola', 'price'])
  expect(app.loaded).toEqual(['/api/languages/offered', '/texts/es/s1'])
})

it('has the later texts in the language of the reader when both load at the same time [design/languages-3]', async () => {
  const app = await open({ lang: 'ar', languages: [language('en'), language('ar', 'a1')], sent: { hello: 'ahlan' } })
  const started = app.start()
  expect(await app.withTexts(['messages'], Promise.resolve('the part'))).toBe('the part')
  await started
  expect(app.text('bye')).toBe('ila l-liqa')
  expect(app.text('hello')).toBe('ahlan')
})

it('loads the later texts when the language changes after a part that needs them', async () => {
  const app = await open({ sent: {} })
  await app.start()
  await app.withTexts(['messages'], Promise.resolve())
  expect(app.text('bye')).toBe('bye')
  // a browser without storage
  vi.stubGlobal('localStorage', undefined)
  await app.chooseLanguage(language('ar'))
  expect(app.text('bye')).toBe('maʿa s-salama')
})

it('shows a general message, not the key, for a key without text', async () => {
  const app = await open({ sent: {} })
  await app.start()
  await app.withTexts(['messages'], Promise.resolve())
  expect(app.text('of_a_newer_server')).toBe('something went wrong')
})

it('takes texts that the office changes, also back to the built-in ones [design/languages-12]', async () => {
  const app = await open({ lang: 'ar', languages: [language('en'), language('ar', 'a1')], sent: { hello: 'ahlan' } })
  await app.start()
  await app.withTexts(['messages'], Promise.resolve())
  const drawn = vi.fn()
  app.i18n.on('languageChanged', drawn)
  await app.office([language('en', 'e1'), language('ar', 'a1')])
  // nothing changed for this reader
  expect(drawn).not.toHaveBeenCalled()
  await app.office([language('en'), language('ar', 'a2')])
  expect([app.text('hello'), app.text('price'), app.text('bye')]).toEqual(['marhaba', 'thaman', 'maʿa s-salama'])
  expect(drawn).toHaveBeenCalledWith('ar')
  await app.office([language('en'), language('ar')])
  expect(app.text('price')).toBe('siʿr')
})

it('keeps the texts of a part that is loaded while changed texts are read [design/languages-12]', async () => {
  const app = await open({ lang: 'ar', languages: [language('en'), language('ar', 'a1')], sent: { hello: 'ahlan' } })
  await app.start()
  const release = app.holdFirst()
  const renewed = app.office([language('en'), language('ar')])
  await new Promise((done) => setTimeout(done, 5))
  await app.withTexts(['messages'], Promise.resolve())
  release()
  await renewed
  expect([app.text('hello'), app.text('bye')]).toEqual(['marhaba', 'maʿa s-salama'])
})

it('takes changed English texts, and keeps those of its script', async () => {
  const app = await open({ sent: {} })
  await app.start()
  await app.office([language('en', 'e1'), language('ar')])
  expect([app.text('hello'), app.text('price')]).toEqual(['welcome', 'price'])
})

it('goes on in the default language when the reader’s one is deleted', async () => {
  const app = await open({ lang: 'ar', sent: {} })
  await app.start()
  await app.office([language('en')])
  expect([app.i18n.language, document.documentElement.dir]).toEqual(['en', 'ltr'])
})

it('shows a text that a language lacks in English, the fallback, in one namespace [languages-2] [languages-3]', async () => {
  const app = await open({ lang: 'ar' })
  await app.start()
  await app.withTexts(['notices'], Promise.resolve())
  expect(app.text('plain')).toBe('in English alone')
  expect([app.i18n.options.fallbackLng, app.i18n.options.defaultNS]).toEqual([['en'], 'translations'])
})

describe('texts that change while a page is open [design/languages-12]', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'Date'] }))
  afterEach(() => void vi.useRealTimers())
  const before = [language('en'), language('ar', 'a1')]
  const after = [language('en'), language('ar', 'a2')]
  const fetches = ['/api/languages/offered', '/texts/ar/a2']
  const opened = async (isVisitor: () => boolean) => {
    const app = await open({ lang: 'ar', languages: before, sent: { hello: 'ahlan' } })
    await app.start()
    app.renewForVisitors(isVisitor)
    return app
  }

  it('reach a visitor who stays on the page within a minute, by one small request each', async () => {
    const app = await opened(() => true)
    await app.later(59_000, after)
    expect(app.loaded).toEqual([])
    await app.later(1000, after)
    expect([app.text('hello'), app.text('price')]).toEqual(['marhaba', 'thaman'])
    await app.later(60_000, after)
    await app.later(60_000, after)
    expect(app.loaded).toEqual([...fetches, '/api/languages/offered', '/api/languages/offered'])
  })

  it('are read immediately when a page becomes visible again; a hidden or offline page does not ask', async () => {
    const app = await opened(() => true)
    app.turn('hidden')
    await app.later(61_000, after)
    expect(app.loaded).toEqual([])
    app.turn('visible')
    await app.later(20, after)
    expect(app.text('price')).toBe('thaman')
    expect(app.loaded).toEqual(fetches)
    vi.stubGlobal('navigator', { onLine: false })
    await app.later(120_000, after)
    expect(app.loaded).toEqual(fetches)
  })

  it('come to signed-in people by their live link: their pages do not ask every minute', async () => {
    const app = await opened(() => false)
    await app.later(300_000, after)
    expect(app.loaded).toEqual([])
  })
})
