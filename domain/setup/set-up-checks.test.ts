import { expect, it } from 'vitest'
import { checkSetUp, type SetUp } from './set-up-checks.ts'

const good: SetUp = {
  firstName: 'Admin',
  lastName: 'One',
  email: 'admin@taxi.example',
  password: 'abc*4711',
  company: 'Taxi One',
  country: 'UY',
  currency: 'UYU',
  decimals: 0,
  timezone: 'America/Montevideo',
  language: 'en',
}

it('names the first fault of a set-up and its field [design/access-76]', () => {
  expect(checkSetUp(good, 'alphanumeric')).toBeNull()
  const table: [Partial<SetUp>, string, string][] = [
    [{ firstName: ' ', email: '' }, 'firstName', 'proper_input_name'],
    [{ lastName: '' }, 'lastName', 'proper_input_name'],
    [{ email: 'admin@taxi' }, 'email', 'proper_email'],
    [{ password: '12345' }, 'password', 'password_alphaNumeric_check'],
    [{ company: '  ' }, 'company', 'settings_required'],
    [{ country: 'Uruguay' }, 'country', 'settings_invalid'],
    [{ currency: 'peso' }, 'currency', 'currency_unknown'],
    [{ decimals: 3 }, 'decimals', 'decimal_too_many'],
    [{ currency: 'JPY', decimals: 1 }, 'decimals', 'decimal_too_many'],
    [{ timezone: 'Moon/Sea' }, 'timezone', 'time_zone_unknown'],
    [{ language: 'xx' }, 'language', 'settings_invalid'],
  ]
  for (const [change, field, key] of table)
    expect(checkSetUp({ ...good, ...change }, 'alphanumeric'), field).toEqual({ field, key })
})
