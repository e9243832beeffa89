import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { languages } from '@remis/domain/texts/built-in-languages'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { actorsAt } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

const titleOf = (code: string): string => {
  const file = join(import.meta.dirname, '..', '..', 'domain', 'texts', code, 'first.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { hero_title: string }).hero_title
}
/** What one visit loads: the addresses of letters, and the scripts as text. */
const visit = async (code: string) => {
  const visitor = await open(`first-page-${code}`)
  await visitor.context.addCookies([{ name: 'remis.language', value: code, url: base }])
  await visitor.context.addInitScript((chosen) => localStorage.setItem('remis.language', chosen), code)
  const letters: string[] = []
  const scripts: Promise<string>[] = []
  visitor.page.on('response', (reply) => {
    if (reply.url().endsWith('.woff2')) letters.push(reply.url().replace(/.*\/(.*?letters).*\.woff2$/, '$1'))
    if (reply.url().endsWith('.js')) scripts.push(reply.text().catch(() => ''))
  })
  await visitor.page.goto('/', { waitUntil: 'networkidle' })
  await visitor.page.waitForFunction((chosen) => document.documentElement.lang === chosen, code)
  const text = (await Promise.all(scripts)).join('\n')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  return { letters: [...new Set(letters)].toSorted(), text }
}

test('the English first page loads no letters and no texts of another language [design/languages-6] [design/languages-18]', async () => {
  const { letters, text } = await visit('en')
  expect(letters).toEqual(['noto-sans-letters'])
  expect(text).toContain(titleOf('en'))
  const found = languages.filter(({ code }) => code !== 'en' && text.includes(titleOf(code)))
  expect(found).toEqual([])
  // the same look at a page of another language finds its texts and letters
  const arabic = await visit('ar')
  expect(arabic.letters).toContain('noto-sans-arabic-letters')
  expect(arabic.text).toContain(titleOf('ar'))
})

test('a first visit follows the browser only with the setting [design/languages-13]', async () => {
  const office = await signInByCall(base, 'Admin One')
  const follow = (followBrowserLanguage: boolean) =>
    office(settingsApi.change, { body: { settings: { followBrowserLanguage } } })
  const startsIn = async (locale: string): Promise<string> => {
    const visitor = await open(`visitor-${locale}`, { locale })
    await visitor.page.goto('/')
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    const code = await visitor.page.evaluate(() => document.documentElement.lang)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
    return code
  }
  expect(await startsIn('ar-EG')).toBe('en')
  await follow(true)
  try {
    // pages take settings that are at most seconds old
    await expect.poll(() => startsIn('ar-EG'), { timeout: 20_000, interval: 1000 }).toBe('ar')
    // a language that is not offered
    expect(await startsIn('sw')).toBe('en')
  } finally {
    await follow(false)
  }
})

test('the user is fetched when settings and language are there [languages-5] [design/languages-17]', async () => {
  const rider = await open('rider-start')
  await openSession(rider, trial('Rider Two'))
  await rider.context.addCookies([{ name: 'remis.language', value: 'ar', url: base }])
  await rider.context.addInitScript(() => localStorage.setItem('remis.language', 'ar'))
  const order: string[] = []
  rider.page.on('request', (request) => {
    if (request.url().endsWith('/api/sessions/current')) order.push('user')
  })
  rider.page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/settings/public')) order.push('settings')
    if (/\/assets\/first-[^/]+\.js$/.test(request.url())) order.push('texts')
  })
  const texts = rider.page.waitForResponse(/\/api\/sessions\/current$/)
  await rider.page.goto('/')
  await texts
  const before = order.slice(0, order.indexOf('user'))
  expect(before).toContain('settings')
  expect(before).toContain('texts')
  expect(rider.complaints).toEqual([])
  await rider.leave()
})

test('a choice that only the browser has kept is drawn without a fault over a page in another language', async () => {
  const visitor = await open('visitor-kept')
  // the cookie is gone, so the first reply is English
  await visitor.context.addInitScript(() => localStorage.setItem('remis.language', 'ar'))
  await visitor.page.goto('/')
  await visitor.page.getByRole('heading', { level: 1, name: titleOf('ar') }).waitFor()
  expect(await visitor.page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
