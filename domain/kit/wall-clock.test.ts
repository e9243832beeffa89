import { describe, expect, it } from 'vitest'
import { wallClock } from './wall-clock.ts'

describe('wallClock [design/api-29]', () => {
  it.each([
    ['2026-07-01T03:00:00Z', 'America/Montevideo', '00:00:00'],
    ['2026-07-01T02:59:59Z', 'America/Montevideo', '23:59:59'],
    ['2026-07-01T12:00:05Z', 'Europe/Madrid', '14:00:05'],
    ['2026-01-01T12:00:05Z', 'Asia/Kathmandu', '17:45:05'],
  ])('%s in %s', (at, zone, clock) => expect(wallClock(Date.parse(at), zone)).toBe(clock))
})
