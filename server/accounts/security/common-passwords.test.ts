import { isPassword } from '@remis/domain/accounts/registration-checks'
import { expect, it } from 'vitest'
import lists from './common-passwords.json' with { type: 'json' }
import { isCommonPassword } from './common-passwords.ts'

it('the list has at least 3,000 different passwords, and the password rule would let each in', () => {
  const all = Object.values(lists).flatMap((list) => list.split(' '))
  expect(all.length).toBeGreaterThanOrEqual(3000)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((password) => !isPassword(password, 'alphanumeric'))).toEqual([])
})

it.each(['123456', 'Password1', 'QWERTY', 'iloveyou', 'summer2024', 'zxcvbnm', 'Password1!', 'aaaaaaaa', '121212'])(
  '%s is common',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

it.each(['abc*123', 'Abc*4711', 'remis2go', 'ciudadvieja', 'x7k2m9qa'])('%s is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)
