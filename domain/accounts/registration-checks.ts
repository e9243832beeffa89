import type { Fault } from '../kit/check.ts'
import { digitsOf, latinDigits } from '../kit/digits.ts'

export type PasswordPolicy = 'alphanumeric' | 'any' | 'complex'

export interface RegistrationForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  /** A screen passes the local part as typed; the server, which receives the full number, passes `mobile` instead. */
  readonly localNumber?: string
  readonly mobile?: string
}

/** The mode in use [accounts-40]; `any` and `complex` [accounts-41] are chosen in the server's config. */
const passwordRules: Readonly<Record<PasswordPolicy, (password: string) => boolean>> = {
  alphanumeric: (password) => /^[A-Za-z0-9@*#]{6,30}$/.test(password),
  any: (password) => password.length >= 1,
  complex: (password) =>
    /^\S{8,30}$/.test(password) &&
    /\d/.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /[^\p{L}\d]/u.test(password),
}

export const isPassword = (password: string, policy: PasswordPolicy): boolean => passwordRules[policy](password)

/**
 * A local part, one @, a domain with a dot and a suffix of letters; at most 254 characters. The local part is ASCII:
 * letters that servers and databases lower-case differently could make two accounts of one address [design/accounts-9].
 */
export const isEmail = (email: string): boolean =>
  email.length <= 254 &&
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}{2,63}$/u.test(email) &&
  !/^\.|\.\.|\.@/.test(email)

/** '+', the country's prefix and the local digits, without spaces and hyphens [accounts-32]. */
export const fullMobile = (prefix: string, localNumber: string): string => '+' + digitsOf(prefix + localNumber)

/** At least 6 characters without plus, space or hyphen [accounts-31]; no letters, because it is dialled. */
const isLocalNumber = (local: string): boolean =>
  /^[^+\s\p{Pd}\p{L}]{6,}$/u.test(local) && /\d/.test(latinDigits(local))

/** E.164 */
export const isMobile = (mobile: string): boolean => /^\+[1-9]\d{6,14}$/.test(mobile)

/** Name, email, password, phone, in this order; returns the first fault [accounts-31]. */
export const checkRegistration = (form: RegistrationForm, policy: PasswordPolicy): Fault | null => {
  if (!/\S/.test(form.firstName)) return { key: 'proper_input_name', field: 'firstName' }
  if (!/\S/.test(form.lastName)) return { key: 'proper_input_name', field: 'lastName' }
  if (!isEmail(form.email)) return { key: 'proper_email', field: 'email' }
  if (!isPassword(form.password, policy)) return { key: 'password_alphaNumeric_check', field: 'password' }
  const phone =
    form.localNumber === undefined
      ? form.mobile !== undefined && isMobile(form.mobile)
      : isLocalNumber(form.localNumber)
  return phone ? null : { key: 'mobile_no_blank_error', field: 'mobile' }
}

/** A valid email and a password that is not empty [accounts-14]. */
export const checkSignIn = (form: { readonly email: string; readonly password: string }): Fault | null => {
  if (!isEmail(form.email)) return { key: 'login_validate_error', field: 'email' }
  return form.password === '' ? { key: 'login_validate_error', field: 'password' } : null
}
