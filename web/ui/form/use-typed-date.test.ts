import { expect, it } from 'vitest'
import { dateIn } from './use-typed-date.ts'

it('a date counts once its year is whole [design/web-135]', () => {
  for (const typed of ['0002-03-14', '0020-03-14', '0202-03-14', '0202-03-14T09:30']) expect(dateIn(typed)).toBeNull()
  for (const whole of ['2026-03-14', '1999-12-31', '2026-03-14T09:30']) expect(dateIn(whole)).toBe(whole)
  expect(dateIn('')).toBe('')
})
