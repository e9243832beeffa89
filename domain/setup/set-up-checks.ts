import { isEmail, isPassword, type PasswordPolicy } from '../accounts/registration-checks.ts'
import { isTimeZone } from '../backoffice/time-zones.ts'
import type { Fault } from '../kit/check.ts'
import { exponentOf } from '../kit/currency.ts'
import { languages } from '../texts/built-in-languages.ts'

export interface SetUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly company: string
  /** ISO 3166 alpha-2 */
  readonly country: string
  /** ISO 4217 */
  readonly currency: string
  readonly decimals: number
  /** IANA */
  readonly timezone: string
  readonly language: string
}

/**
 * The first fault of a set-up, in the order of the form: administrator, company, country, currency, time zone,
 * language.
 */
export const checkSetUp = (form: SetUp, policy: PasswordPolicy): Fault | null => {
  if (form.firstName.trim() === '') return { key: 'proper_input_name', field: 'firstName' }
  if (form.lastName.trim() === '') return { key: 'proper_input_name', field: 'lastName' }
  if (!isEmail(form.email)) return { key: 'proper_email', field: 'email' }
  if (!isPassword(form.password, policy)) return { key: 'password_alphaNumeric_check', field: 'password' }
  if (form.company.trim() === '') return { key: 'settings_required', field: 'company' }
  if (!/^[A-Z]{2}$/.test(form.country)) return { key: 'settings_invalid', field: 'country' }
  if (!/^[A-Z]{3}$/.test(form.currency)) return { key: 'currency_unknown', field: 'currency' }
  if (form.decimals > exponentOf(form.currency)) return { key: 'decimal_too_many', field: 'decimals' }
  if (!isTimeZone(form.timezone)) return { key: 'time_zone_unknown', field: 'timezone' }
  return languages.some(({ code }) => code === form.language) ? null : { key: 'settings_invalid', field: 'language' }
}
