import { describe, expect, it } from 'vitest'
import { checkContact, checkProfile, hasContactLock, isProfileEmail } from './profile-checks.ts'

describe('the email of the profile fits a simple pattern [accounts-52]', () => {
  it.each([
    'rider@example.org',
    'rider.one+taxi@mail.example.org',
    'r_1-2@example-taxi.uy',
    'R2@example.org',
    'rider@exämple.org',
  ])('%s', (email) => expect(isProfileEmail(email)).toBe(true))

  it.each([
    '',
    'rider',
    'rider@example',
    'rider@@example.org',
    'a@b@example.org',
    'rider@example.o1g',
    'rider@.org',
    "o'rider@example.org",
    'rider!@example.org',
    'rider @example.org',
    'rider..one@example.org',
    `${'r'.repeat(65)}@example.org`,
  ])('not %s', (email) => expect(isProfileEmail(email)).toBe(false))
})

describe('the form of the profile [accounts-50]', () => {
  const form = {
    firstName: 'Rider',
    lastName: 'One',
    email: 'rider@example.org',
    mobile: '+59899123456',
    locked: false,
  }
  it.each([
    [{}, null],
    [{ firstName: ' ' }, 'proper_input_name firstName'],
    [{ lastName: '' }, 'proper_input_name lastName'],
    [{ lastName: '', email: '' }, 'proper_input_name lastName'],
    [{ email: '' }, 'proper_email email'],
    [{ email: 'rider', mobile: '' }, 'proper_email email'],
    [{ mobile: '' }, 'mobile_no_blank_error mobile'],
    [{ mobile: '099123456' }, 'mobile_no_blank_error mobile'],
  ])('%j: %s', (part, says) => {
    const fault = checkProfile({ ...form, ...part })
    expect(fault && `${fault.key} ${fault.field}`).toBe(says)
  })

  it('email and mobile are locked, and not judged, when the person signs in by email [accounts-51]', () => {
    expect(['email', 'mobile', 'facebook', 'apple', 'other'].filter(hasContactLock)).toEqual(['email'])
    expect(checkProfile({ ...form, email: '', mobile: '', locked: true })).toBeNull()
  })
})

it('a new contact is judged by its channel', () => {
  expect(checkContact('email', '+59899123456')).toEqual({ key: 'proper_email', field: 'email' })
  expect(checkContact('mobile', 'rider@example.org')).toEqual({ key: 'mobile_no_blank_error', field: 'mobile' })
})
