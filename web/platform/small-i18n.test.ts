import { messages } from '@remis/domain/messages/english'
import { noticeTexts } from '@remis/domain/notices/notice-texts'
import { createInstance } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { interfaceTexts as arabicInterface } from '../i18n/arabic.ts'
import { moneyTexts as arabicMoney } from '../i18n/arabic-money.ts'
import { pageTexts as arabicPages } from '../i18n/arabic-pages.ts'
import { tripTexts as arabicTrips } from '../i18n/arabic-trips.ts'
import { interfaceTexts } from '../i18n/english.ts'
import { moneyTexts } from '../i18n/english-money.ts'
import { pageTexts } from '../i18n/english-pages.ts'
import { tripTexts } from '../i18n/english-trips.ts'
import small from './small-i18n.ts'

const english: Record<string, string> = {
  ...messages,
  ...noticeTexts,
  ...interfaceTexts,
  ...pageTexts,
  ...tripTexts,
  ...moneyTexts,
}
const arabic: Record<string, string> = { ...arabicInterface, ...arabicPages, ...arabicTrips, ...arabicMoney }
const setup = {
  fallbackLng: 'en',
  ns: ['translations'],
  defaultNS: 'translations',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translations: english }, ar: { translations: arabic } },
} as const
const whole = createInstance()

beforeAll(async () => {
  await whole.init({ ...setup, lng: 'en' } as never)
  await small.init({ ...setup, lng: 'en' } as never)
})

/** Every place that a text may have, filled; the dollar sign means something to `replace`. */
const valuesFor = (count: number | undefined) => {
  const places = [...Object.values(english), ...Object.values(arabic)].flatMap((text) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => [name, `<$& ${name}>`]),
  )
  return { ...Object.fromEntries(places), count } as Record<string, unknown>
}

const keys = [
  ...new Set(Object.keys(english).flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, '')])),
]

for (const language of ['en', 'ar'])
  it(`says every text as i18next does: ${language}`, async () => {
    await Promise.all([whole.changeLanguage(language), small.changeLanguage(language)])
    for (const count of [undefined, 0, 1, 2, 3, 11, 100, 1.5]) {
      const values = valuesFor(count)
      const say = ({ t }: { t: unknown }) =>
        [...keys, 'no_such_text'].map((key) => [
          key,
          count,
          (t as (key: string, values: object) => string)(key, values),
        ])
      expect(say(small)).toEqual(say(whole))
    }
    expect(small.dir(language)).toBe(whole.dir(language))
  })

it('keeps what the back office wrote when a screen brings its texts later', () => {
  for (const one of [whole, small] as const) {
    one.addResourceBundle('en', 'translations', { later: 'written by the office' }, true, true)
    one.addResourceBundle('en', 'translations', { later: 'came with the screen', more: 'new' }, true, false)
  }
  const t = small.t as (key: string) => string
  expect([t('later'), t('more')]).toEqual(['written by the office', 'new'])
  expect([whole.t('later' as never), whole.t('more' as never)]).toEqual([t('later'), t('more')])
})
