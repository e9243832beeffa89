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

describe('checkRegistration [accounts-31]', () => {
  test.each([
    ['accepts a complete form', {}, null],
    ['(1) refuses a blank first name', { firstName: ' \t' }, 'proper_input_name'],
    ['(1) refuses a blank last name', { lastName: '' }, 'proper_input_name'],
    ['(2) refuses an email without a suffix', { email: 'rider.one@example' }, 'proper_email'],
    ['(3) refuses 5 characters [accounts-40]', { password: 'abc12' }, 'password_alphaNumeric_check'],
    ['(3) accepts 30 characters', { password: 'a'.repeat(30) }, null],
    ['(3) refuses 31 characters', { password: 'a'.repeat(31) }, 'password_alphaNumeric_check'],
    ['(3) accepts @ * #', { password: 'a@*#12' }, null],
    ['(3) refuses other signs', { password: 'abc123!' }, 'password_alphaNumeric_check'],
    ['(4) refuses a phone of five digits', { localNumber: '12345' }, 'mobile_no_blank_error'],
    ['(4) accepts a phone of six digits', { localNumber: '123456' }, null],
    ['(4) refuses a plus', { localNumber: '+598990000' }, 'mobile_no_blank_error'],
    ['(4) refuses a space', { localNumber: '99 000 001' }, 'mobile_no_blank_error'],
    ['(4) refuses a hyphen', { localNumber: '99-000001' }, 'mobile_no_blank_error'],
    ['(4) accepts other signs: six characters', { localNumber: '(99)01' }, null],
    ['(4) refuses letters', { localNumber: '99000O1' }, 'mobile_no_blank_error'],
    ['(4) accepts digits of other scripts', { localNumber: '٠٩٩١٢٣٤٥٦' }, null],
    ['(4) refuses signs without a digit', { localNumber: '......' }, 'mobile_no_blank_error'],
  ] as const)('%s', (_, more, expected) => expect(key(more)).toBe(expected))

  test('checks in this order and returns the first fault', () => {
    const all = { firstName: '', email: 'x', password: 'x', localNumber: 'x' }
    expect(key(all)).toBe('proper_input_name')
    expect(key({ ...all, firstName: 'A' })).toBe('proper_email')
    expect(key({ ...all, firstName: 'A', email: good.email })).toBe('password_alphaNumeric_check')
    expect(key({ ...all, firstName: 'A', email: good.email, password: 'abc123' })).toBe('mobile_no_blank_error')
  })

  test('requires E.164 of a full number', () => {
    const { localNumber: _, ...form } = good
    const full = (mobile?: string) => checkRegistration({ ...form, ...(mobile ? { mobile } : {}) }, 'alphanumeric')
    expect(full('+59899000001')).toBe(null)
    for (const bad of ['59899000001', '+0123456789', '+598', undefined])
      expect(full(bad)?.key).toBe('mobile_no_blank_error')
  })

  test("fullMobile is '+', the prefix and the digits, without spaces and hyphens [accounts-32]", () => {
    expect(fullMobile('598', '99 000-001')).toBe('+59899000001')
    expect(fullMobile('+598', '99000001')).toBe('+59899000001')
    expect(fullMobile('598', '٩٩٠٠٠٠٠١'), 'Arabic-Indic digits [design/web-134]').toBe('+59899000001')
    expect(fullMobile('598', '९९000۰०१'), 'mixed scripts').toBe('+59899000001')
  })

  test('the two other password modes [accounts-41]', () => {
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
    ["o'neil+x@example.org", true],
    ['josé@example.org', false],
    ['ridİr@example.org', false],
    ['a@münchen.de', true],
    ['a@b..org', false],
    ['a..b@c.org', false],
    ['a@-b.org', false],
    [`${'a'.repeat(65)}@b.org`, false],
    ['a@b.org\n', false],
  ])('email %j: %s', (email, good) => expect(isEmail(email)).toBe(good))
})

test('checkSignIn requires a valid email and a password that is not empty [accounts-14]', () => {
  expect(checkSignIn({ email: 'a@b.co', password: 'x' })).toBe(null)
  expect(checkSignIn({ email: 'a', password: 'x' })?.key).toBe('login_validate_error')
  expect(checkSignIn({ email: 'a@b.co', password: '' })?.key).toBe('login_validate_error')
})

test('referral code: first name in lower case or temp, Apple rider, plus 4 digits, more when taken [accounts-42], [accounts-43], [accounts-44]', () => {
  expect(referralCode('Ana María', 'email', 1234)).toBe('anamaría1234')
  expect(referralCode('!!', 'facebook', 1234)).toBe('temp1234')
  expect(referralCode('Ana', 'apple', 1234)).toBe('rider1234')
  expect(referralNumbers(0)).toEqual({ from: 1000, to: 9999 })
  expect(referralNumbers(19)).toEqual({ from: 1000, to: 9999 })
  expect(referralNumbers(20)).toEqual({ from: 10_000, to: 99_999 })
})
