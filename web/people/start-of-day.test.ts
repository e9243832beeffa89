import { expect, test } from 'vitest'
import { startOfDay } from './start-of-day.ts'

const utc = (day: string, zone: string) => {
  const ms = startOfDay(day, zone)
  return ms === null ? null : new Date(ms).toISOString()
}

test('startOfDay is midnight of the zone, also on the days the clocks change', () => {
  expect(utc('2026-11-22', 'UTC')).toBe('2026-11-22T00:00:00.000Z')
  expect(utc('2026-11-22', 'America/Montevideo')).toBe('2026-11-22T03:00:00.000Z')
  expect(utc('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(utc('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
  // Clocks in Beirut go from 0:00 to 1:00: the day begins at 1:00.
  expect(utc('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
  expect(utc('0202-11-22', 'UTC')).toBeNull()
  expect([utc('', 'UTC'), utc('2026-13-01', 'UTC'), utc('soon', 'UTC')]).toEqual([null, null, null])
})
