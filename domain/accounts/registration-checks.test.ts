import { describe, expect, test } from 'vitest'
import {
  checkRegistration,
  checkSignIn,
  fullMobile,
  isEmail,
  isPassword,
  type RegistrationForm,
} from './registration-checks.ts'
import { referralCode, referralNumbers } from './referral-code.ts'

const good: RegistrationForm = {
  firstName: 'Rider',
  lastName: 'One',
  email: 'rider.one@example.org',
  password: 'abc123',
  localNumber: '99000001',
}
const key = (more: Partial<RegistrationForm>) => checkRegistration({ ...good, ...more }, 'alphanumeric')?.key ?? null

describe('spec 1 §5 Registration', () => {
  test.each([
    ['a good form', {}, null],
    ['(1) first name without a letter', { firstName: ' \t' }, 'proper_input_name'],
    ['(1) last name without a letter', { lastName: '' }, 'proper_input_name'],
    ['(2) email', { email: 'rider.one@example' }, 'proper_email'],
    ['(3) too short', { password: 'abc12' }, 'password_alphaNumeric_check'],
    ['(3) 30 characters', { password: 'a'.repeat(30) }, null],
    ['(3) too long', { password: 'a'.repeat(31) }, 'password_alphaNumeric_check'],
    ['(3) @ * # are allowed', { password: 'a@*#12' }, null],
    ['(3) others are not', { password: 'abc123!' }, 'password_alphaNumeric_check'],
    ['(4) phone of five', { localNumber: '12345' }, 'mobile_no_blank_error'],
    ['(4) phone of six', { localNumber: '123456' }, null],
    ['(4) a plus', { localNumber: '+598990000' }, 'mobile_no_blank_error'],
    ['(4) a space', { localNumber: '99 000 001' }, 'mobile_no_blank_error'],
    ['(4) a hyphen', { localNumber: '99-000001' }, 'mobile_no_blank_error'],
  ] as const)('%s', (_, more, expected) => expect(key(more)).toBe(expected))

  test('checked in this order: the first fault is told', () => {
    const all = { firstName: '', email: 'x', password: 'x', localNumber: 'x' }
    expect(key(all)).toBe('proper_input_name')
    expect(key({ ...all, firstName: 'A' })).toBe('proper_email')
    expect(key({ ...all, firstName: 'A', email: good.email })).toBe('password_alphaNumeric_check')
    expect(key({ ...all, firstName: 'A', email: good.email, password: 'abc123' })).toBe('mobile_no_blank_error')
  })

  test('the server, which gets the full number, asks E.164', () => {
    const { localNumber: _, ...form } = good
    const full = (mobile?: string) => checkRegistration({ ...form, ...(mobile ? { mobile } : {}) }, 'alphanumeric')
    expect(full('+59899000001')).toBe(null)
    for (const bad of ['59899000001', '+0123456789', '+598', undefined])
      expect(full(bad)?.key).toBe('mobile_no_blank_error')
  })

  test("the full mobile is '+' plus prefix plus digits, spaces and hyphens removed", () => {
    expect(fullMobile('598', '99 000-001')).toBe('+59899000001')
    expect(fullMobile('+598', '99000001')).toBe('+59899000001')
  })

  test('the two further password modes', () => {
    expect(isPassword('', 'any')).toBe(false)
    expect(isPassword('x', 'any')).toBe(true)
    expect(isPassword('Abcdef1!', 'complex')).toBe(true)
    for (const bad of ['Abcdef1', 'abcdefg1!', 'ABCDEFG1!', 'Abcdefgh!', 'Abcdefg12', 'Abc def1!', 'Aa1!'.repeat(8)])
      expect(isPassword(bad, 'complex'), bad).toBe(false)
  })

  test.each([
    ['a@b.co', true],
    ['a.b+c@sub.example.org', true],
    ['a@b.c', false],
    ['@b.co', false],
    ['a b@c.org', false],
    ['a@b..org', false],
    ['a..b@c.org', false],
    ['a@-b.org', false],
    [`${'a'.repeat(65)}@b.org`, false],
    ['a@b.org\n', false],
  ])('email %j: %s', (email, good) => expect(isEmail(email)).toBe(good))
})

test('spec 1 §5 Email login: a valid email and a password that is not empty', () => {
  expect(checkSignIn({ email: 'a@b.co', password: 'x' })).toBe(null)
  expect(checkSignIn({ email: 'a', password: 'x' })?.key).toBe('login_validate_error')
  expect(checkSignIn({ email: 'a@b.co', password: '' })?.key).toBe('login_validate_error')
})

test('spec 1 §9 Referral id: lower-cased first name or temp, Apple rider, plus 4 digits; longer when taken', () => {
  expect(referralCode('Ana María', 'email', 1234)).toBe('anamaría1234')
  expect(referralCode('!!', 'facebook', 1234)).toBe('temp1234')
  expect(referralCode('Ana', 'apple', 1234)).toBe('rider1234')
  expect(referralNumbers(0)).toEqual({ from: 1000, to: 9999 })
  expect(referralNumbers(19)).toEqual({ from: 1000, to: 9999 })
  expect(referralNumbers(20)).toEqual({ from: 10_000, to: 99_999 })
})
