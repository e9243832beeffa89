import { periods } from '@remis/domain/booking/list/list-filters'
import { expect, test } from 'vitest'
import { daysOfPeriod } from './days-of-period.ts'

test('a period is whole days around today, also over the end of a month and a year [design/web-82]', () => {
  const days = (today: string) =>
    periods.map((period) => `${period} ${daysOfPeriod(period, today).from} ${daysOfPeriod(period, today).to}`)
  expect(days('2024-03-01')).toEqual([
    'today 2024-03-01 2024-03-01',
    'tomorrow 2024-03-02 2024-03-02',
    'yesterday 2024-02-29 2024-02-29',
    'week 2024-02-24 2024-03-01',
    'month 2024-02-01 2024-03-01',
  ])
  expect(daysOfPeriod('tomorrow', '2025-12-31')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
})
