import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { beforeEach, expect, it, vi } from 'vitest'

const language = (code: string, isDefault: boolean): Language => ({
  id: code,
  langName: code,
  langLocale: code,
  dateLocale: code,
  keyValuePairs: code === 'ar' ? { hello: 'the operator says hello in Arabic' } : {},
  default: isDefault,
  createdAt: '',
})

const files = {
  en: { later: () => Promise.resolve({ bye: 'bye', server_error: 'something went wrong' }) },
  ar: {
    first: () => Promise.resolve({ hello: 'marhaba', price: 'siʿr' }),
    later: () => Promise.resolve({ bye: 'maʿa s-salama', hello: 'late' }),
  },
}

/** The page as the server sent it in this language, in a browser whose storage says this; null: it keeps none. */
const open = async (sent: string, storage: Record<string, string> | null) => {
  vi.stubGlobal('document', { documentElement: { lang: sent, dir: 'ltr' } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (storage === null) throw new Error('SecurityError')
      return storage[key] ?? null
    },
  })
  const { queryClient } = await import('./api/plain-call.ts')
  const app = await import('./i18n.ts')
  queryClient.setQueryData(app.languagesQuery.queryKey, [language('en', true), language('ar', false)])
  return { ...app, start: () => app.startI18n({ hello: 'hello', price: 'price' }, files, 600) }
}

const say = (app: { i18n: { t: unknown } }, key: string): string => (app.i18n.t as (key: string) => string)(key)

// each test opens a page of its own
beforeEach(() => vi.resetModules())

it('begins in the language of the first reply where the browser keeps no storage, or has chosen nothing', async () => {
  for (const storage of [null, {}]) {
    vi.resetModules()
    const app = await open('ar', storage)
    await app.start()
    expect(app.i18n.language).toBe('ar')
    expect(document.documentElement).toEqual({ lang: 'ar', dir: 'rtl' })
    expect(say(app, 'price')).toBe('siʿr')
    expect(say(app, 'hello')).toBe('the operator says hello in Arabic')
  }
})

it('begins in the language that this browser chose, whatever the first reply was in', async () => {
  const app = await open('ar', { 'remis.language': 'en' })
  await app.start()
  expect(app.i18n.language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

it('has the later texts in the language of the reader also where both were on their way at once', async () => {
  const app = await open('ar', null)
  const started = app.start()
  expect(await app.withLaterTexts(Promise.resolve('the part'))).toBe('the part')
  await started
  expect(say(app, 'bye')).toBe('maʿa s-salama')
  // what the operator wrote stays
  expect(say(app, 'hello')).toBe('the operator says hello in Arabic')
})

it('brings the later texts along when the language changes after a part that needs them', async () => {
  const app = await open('en', null)
  await app.start()
  await app.withLaterTexts(Promise.resolve())
  expect(say(app, 'bye')).toBe('bye')
  // a browser without storage
  vi.stubGlobal('localStorage', undefined)
  await app.chooseLanguage(language('ar', false))
  expect(say(app, 'bye')).toBe('maʿa s-salama')
})

it('says that something went wrong, and no bare key, for what it has no words for', async () => {
  const app = await open('en', null)
  await app.start()
  await app.withLaterTexts(Promise.resolve())
  expect(say(app, 'of_a_newer_server')).toBe('something went wrong')
})
