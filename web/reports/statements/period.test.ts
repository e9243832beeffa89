import { describe, expect, it } from 'vitest'
import { daysOf, daysOfMonth } from './period.ts'

it('a month has its first and last day', () => {
  expect(daysOfMonth(2026, 11)).toEqual({ from: '2026-11-01', until: '2026-11-30' })
  expect(daysOfMonth(2028, 2)).toEqual({ from: '2028-02-01', until: '2028-02-29' })
  expect(daysOfMonth(2025, 12)).toEqual({ from: '2025-12-01', until: '2025-12-31' })
})

describe('periods of statements', () => {
  it('a week begins on Monday, a month on its first day', () => {
    expect(daysOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', until: '2026-11-22' })
    expect(daysOf('week', '2026-11-23')).toEqual({ from: '2026-11-23', until: '2026-11-23' })
    expect(daysOf('month', '2026-11-23')).toEqual({ from: '2026-11-01', until: '2026-11-23' })
  })

  it('last month is a whole month, also over a year and in February', () => {
    expect(daysOf('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', until: '2025-12-31' })
    expect(daysOf('last_month', '2028-03-31')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
  })
})
