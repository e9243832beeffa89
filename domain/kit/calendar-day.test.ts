import { describe, expect, it, test } from 'vitest'
import { addDays, dayAt, isDay, monthName, wallClock } from './calendar-day.ts'

test('a day is that of the zone', () => {
  expect(dayAt(Date.parse('2026-03-14T02:00:00Z'), 'America/Montevideo')).toBe('2026-03-13')
  expect(dayAt(Date.parse('2026-03-14T02:00:00Z'), 'Asia/Kathmandu')).toBe('2026-03-14')
})

test('days are counted over changes of the clocks and of the month', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['1999-12-31', false],
  ['2026-1-1', false],
  ['', false],
])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is))

test('a month of the reports is Gregorian in every language [reports-23]', () => {
  const month = { year: 2026, month: 11 }
  expect(monthName(month, 'en')).toBe('November')
  expect(monthName(month, 'en', 'month-year')).toBe('November 2026')
  expect(monthName(month, 'fa')).toBe('نوامبر')
  expect(monthName(month, 'th', 'month-year')).toContain('2026')
})

describe('wallClock [design/api-29]', () => {
  it.each([
    ['2026-07-01T03:00:00Z', 'America/Montevideo', '00:00:00'],
    ['2026-07-01T02:59:59Z', 'America/Montevideo', '23:59:59'],
    ['2026-07-01T12:00:05Z', 'Europe/Madrid', '14:00:05'],
    ['2026-01-01T12:00:05Z', 'Asia/Kathmandu', '17:45:05'],
  ])('%s in %s', (at, zone, clock) => expect(wallClock(Date.parse(at), zone)).toBe(clock))
})
