import arabicNotices from '@remis/domain/texts/ar/notices.json' with { type: 'json' }
import arabicShared from '@remis/domain/texts/ar/shared.json' with { type: 'json' }
import { english } from '@remis/domain/texts/english'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDate, type DateForm } from '../../platform/format.ts'
import { i18n } from '../../platform/i18n.ts'
import type { Format } from '../../platform/use-format.ts'
import { noticeWords } from './notice-words.ts'

const format = {
  money: String,
  number: String,
  date: (ms: number, form: DateForm) => formatDate(ms, form, 'America/Montevideo', i18n.language),
} as unknown as Format
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

it.each([
  // the last moment of 10 March in Montevideo
  [{ document: 'insurance', date: Date.UTC(2030, 2, 11, 3) - 1 }, 'Insurance: valid until Mar 10, 2030.'],
  // of an earlier version
  [{ date: '2030-03-10' }, 'One of your documents: valid until 2030-03-10.'],
])('names the document that expires and its last day', async (given, text) => {
  await i18n.changeLanguage('en')
  expect(noticeWords(format, { message: 'notice_document_expiring', params: given })).toContain(text)
})

it('writes the time of a reservation in the reader’s language, and an earlier version’s as it is [design/live-62]', async () => {
  const words = (time: number | string) =>
    noticeWords(format, { message: 'notice_reserved', params: { time, pickup: 'Colonia 1234' } })
  const at = Date.UTC(2026, 2, 14, 12, 30)
  await i18n.changeLanguage('en')
  expect(words(at)).toMatch(/: Mar 14, 2026, 9:30\sAM, pickup at Colonia 1234\.$/)
  expect(words('2026-03-14 09:30')).toContain('2026-03-14 09:30')
  await i18n.changeLanguage('ar')
  expect(words(at)).toContain('9:30 ص')
})
