import { expect, test } from 'vitest'
import { clocksDiffer, comparedZone, momentOf, wallClock } from './zone-time.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

test('writes a moment in the operator’s time zone', () => {
  expect(wallClock(utc('2026-03-14T12:30:59'), 'America/Montevideo')).toBe('2026-03-14T09:30')
  expect(wallClock(utc('2026-01-01T02:00:00'), 'America/Montevideo')).toBe('2025-12-31T23:00')
  expect(wallClock(utc('2026-03-14T00:00:00'), 'Asia/Kathmandu')).toBe('2026-03-14T05:45')
})

test('reads the field back as the same moment, also around clock changes', () => {
  for (const zone of ['America/Montevideo', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])
    for (const wall of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T04:00', '2026-07-01T12:00']) {
      const moment = momentOf(wall, zone)
      expect(moment === null ? null : wallClock(moment, zone), `${wall} ${zone}`).toBe(wall)
    }
  // 02:30 is skipped that night and occurs twice in autumn
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toBe(utc('2026-03-29T01:30:00'))
  expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')).toBe(utc('2026-10-25T00:30:00'))
})

test('answers null for an invalid date', () => {
  expect(momentOf('', 'UTC')).toBeNull()
  expect(momentOf('2026-13-01T00:00', 'UTC')).toBeNull()
  expect(momentOf('tomorrow', 'UTC')).toBeNull()
  // a year that is being typed [design/web-135]
  for (const year of ['0002', '0020', '0202']) expect(momentOf(`${year}-03-14T09:30`, 'UTC'), year).toBeNull()
})

test('detects that the device’s clock differs from the operator’s', () => {
  expect(clocksDiffer(utc('2026-07-01T12:00:00'), 'America/Montevideo', 'Europe/Berlin')).toBe(true)
  expect(clocksDiffer(utc('2026-07-01T12:00:00'), 'America/Montevideo', 'America/Sao_Paulo')).toBe(false)
})

test('times of the office name the zone only while no note above its pages does [design/web-145]', () => {
  const zones = { operators: 'America/Montevideo', readers: 'America/Santiago' }
  const [summer, winter] = [utc('2026-01-10T12:00:00'), utc('2026-07-10T12:00:00')]
  // the clocks are the same in summer: a time in winter would be without any zone
  expect(comparedZone(summer, { ...zones, inOffice: true })).toBe('America/Santiago')
  expect(comparedZone(winter, { ...zones, inOffice: true })).toBeUndefined()
  expect(comparedZone(winter, { ...zones, inOffice: false })).toBe('America/Santiago')
  expect(comparedZone(winter, { ...zones, operators: undefined, inOffice: true })).toBe('America/Santiago')
})
