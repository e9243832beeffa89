import arabicNotices from '@remis/domain/texts/ar/notices.json' with { type: 'json' }
import arabicShared from '@remis/domain/texts/ar/shared.json' with { type: 'json' }
import { english } from '@remis/domain/texts/english'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { i18n } from '../../platform/i18n.ts'
import type { Format } from '../../platform/use-format.ts'
import { noticeWords } from './notice-words.ts'

const format = { money: String, number: String } as unknown as Format
const params = { driver: 'Driver One', vehicle: 'Fiat Cronos, SBA 1234' }

beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    defaultNS: 'translations',
    ns: ['translations'],
    interpolation: { escapeValue: false },
    resources: { en: { translations: english }, ar: { translations: { ...arabicNotices, ...arabicShared } } } as never,
  })
})
afterAll(() => i18n.changeLanguage('en'))

it('separates car and plate with the comma of the language', async () => {
  const words = () => noticeWords(format, { message: 'notice_accepted', params })
  expect(words()).toContain('Fiat Cronos, SBA 1234')
  await i18n.changeLanguage('ar')
  expect(words()).toContain('Fiat Cronos، SBA 1234')
})
