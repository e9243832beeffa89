import { formatMoney } from '@remis/domain/kit/format-money'
import { expect, test } from 'vitest'
import { dayName, formatRelative, formatDate, formatDistance, formatDuration } from './format.ts'

const plain = (text: string) => text.replace(/[\u2060\u2068\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ')

test('formats money with settings.decimal decimals and the symbol before or after by swipe_symbol [fare-19]', () => {
  const uyu = { symbol: '$U', decimal: 0, swipe_symbol: false }
  expect(plain(formatMoney(1234.4, uyu, 'en'))).toBe('$U 1,234')
  expect(plain(formatMoney(1234.5, { ...uyu, decimal: 2 }, 'en'))).toBe('$U 1,234.50')
  expect(plain(formatMoney(9, { symbol: '€', decimal: 2, swipe_symbol: true }, 'de'))).toBe('9,00 €')
  expect(plain(formatMoney(-9, uyu, 'en'))).toBe('−$U 9')
  expect(plain(formatMoney(0, uyu, 'en'))).toBe('$U 0')
})

test('shows a rate with the decimals that it has, up to four [design/catalogue-2]', () => {
  const style = { symbol: '€', decimal: 2, swipe_symbol: false, mostDecimals: 4 }
  const rates = [0.2525, 0.25, 1, 0.30005].map((rate) => plain(formatMoney(rate, style, 'en')))
  expect(rates).toEqual(['€ 0.2525', '€ 0.25', '€ 1.00', '€ 0.3001'])
})

test('keeps the minus inside the isolate, on its side in right-to-left text', () => {
  expect(formatMoney(-27, { symbol: '$U', decimal: 0, swipe_symbol: false }, 'ar')).toMatch(/^\u2068\u2212.*\u2069$/)
})

test('shows kilometres in miles with convert_to_mile', () => {
  expect(plain(formatDistance(3.21, 'km', 'en'))).toBe('3.2 km')
  expect(plain(formatDistance(1.609344, 'mile', 'en'))).toBe('1 mi')
  expect(plain(formatDistance(160.4, 'km', 'en'))).toBe('160 km')
})

test('shows a distance that would be rounded to zero in metres or feet', () => {
  expect(plain(formatDistance(0.0494, 'km', 'en'))).toBe('49 m')
  expect(plain(formatDistance(0.05, 'km', 'en'))).toBe('0.1 km')
  expect(plain(formatDistance(0.0494, 'mile', 'en'))).toBe('162 ft')
  expect(plain(formatDistance(0, 'km', 'de'))).toBe('0 m')
})

test('shows a range of durations where its minutes differ [design/maps-113]', () => {
  const range = (low: number, high: number, locale = 'en') =>
    plain(formatDuration((low + high) / 2, locale, { low, high }))
  expect(range(720, 960)).toBe('12–16 min')
  expect(range(720, 960, 'de')).toBe('12–16 Min.')
  expect(range(725, 735)).toBe('12 min')
  expect(range(1, 20)).toBe('1 min')
  expect(range(3300, 4200)).toBe('55 min – 1 hr 10 min')
  expect(plain(formatDuration(840, 'en', null))).toBe('14 min')
})

test('shows a duration in whole minutes, at least one', () => {
  expect(plain(formatDuration(0, 'en'))).toBe('1 min')
  expect(plain(formatDuration(149, 'en'))).toBe('2 min')
  expect(plain(formatDuration(360, 'en-GB'))).toBe('6 min')
  expect(plain(formatDuration(3600, 'en'))).toBe('1 hr')
  expect(plain(formatDuration(3700, 'en'))).toBe('1 hr 2 min')
})

test('shows dates in the operator’s zone, whatever the browser’s', () => {
  const moment = Date.UTC(2026, 0, 5, 2, 30)
  expect(plain(formatDate(moment, 'time', 'America/Montevideo', 'en'))).toBe('11:30 PM')
  expect(formatDate(moment, 'date', 'America/Montevideo', 'en')).toBe('Jan 4, 2026')
  expect(formatDate(moment, 'date', 'Asia/Tokyo', 'en')).toBe('Jan 5, 2026')
})

test('dates are Gregorian, like the date fields, also in locales with another calendar [design/web-14]', () => {
  const moment = Date.UTC(2026, 6, 5, 12)
  expect(formatDate(moment, 'date', 'UTC', 'fa-IR-u-nu-latn')).toBe('5 ژوئیه 2026')
  expect(formatDate(moment, 'date-time', 'UTC', 'th-TH')).toContain('2026')
  expect(dayName(moment, 0, 'UTC', 'th-TH')).toContain('2026')
})

test('a time names the operator’s zone where the reader’s clock differs at that moment [design/web-145]', () => {
  const shown = (readers: string | undefined, form: 'date' | 'time' | 'date-time', at: string, locale = 'en') =>
    plain(formatDate(Date.parse(at), form, 'America/Montevideo', locale, readers))
  const july = '2026-07-05T12:30:00Z'
  expect(shown('Europe/Berlin', 'time', july)).toBe('9:30 AM GMT-3')
  expect(shown('Europe/Berlin', 'date-time', july, 'de')).toBe('05.07.2026, 09:30 GMT-3')
  expect(shown('Europe/Berlin', 'date', july)).toBe('Jul 5, 2026')
  expect(shown('America/Montevideo', 'time', july)).toBe('9:30 AM')
  // another name of the same clock, and one that is the same in winter only
  expect(shown('America/Sao_Paulo', 'time', july)).toBe('9:30 AM')
  expect(shown('America/Halifax', 'time', july)).toBe('9:30 AM')
  expect(shown('America/Halifax', 'time', '2026-01-05T12:30:00Z')).toBe('9:30 AM GMT-3')
  expect(shown(undefined, 'time', july)).toBe('9:30 AM')
  // the sign of "GMT-3" keeps its side
  expect(formatDate(Date.parse(july), 'time', 'America/Montevideo', 'he', 'Europe/Berlin')).toMatch(/ \u2068.*\u2069$/)
})

test('shows times relative to now', () => {
  expect(formatRelative(0, 125_000, 'en')).toBe('2 min. ago')
  expect(formatRelative(0, 0, 'en')).toBe('now')
  expect(formatRelative(125_000, 0, 'en')).toBe('in 2 min.')
})

test('names the day in the operator’s zone', () => {
  const now = Date.parse('2026-11-23T02:00:00Z')
  const name = (at: string, zone = 'America/Montevideo', locale = 'en-GB') => dayName(Date.parse(at), now, zone, locale)
  // it is still the 22nd in Montevideo
  expect(name('2026-11-23T02:30:00Z')).toBe('Today')
  expect(name('2026-11-23T03:00:00Z')).toBe('Tomorrow')
  expect(name('2026-11-22T02:59:00Z')).toBe('Yesterday')
  expect(name('2026-11-23T03:00:00Z', 'UTC')).toBe('Today')
  expect(name('2026-10-01T12:00:00Z')).toBe('1 Oct')
  expect(name('2026-01-01T12:00:00Z')).toBe('1 Jan 2026')
  expect(name('2026-11-22T12:00:00Z', 'UTC', 'es')).toBe('Ayer')
})
