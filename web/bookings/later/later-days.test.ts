import { expect, test } from 'vitest'
import { dayIn } from './later-days.ts'

test('an address has a day that exists, or none', () => {
  expect(dayIn('2026-02-28')).toBe('2026-02-28')
  for (const none of ['2026-02-30', '1999-01-01', 'tomorrow', '', undefined, 20260228]) expect(dayIn(none)).toBe(null)
})
