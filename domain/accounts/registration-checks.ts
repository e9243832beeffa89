import type { Fault } from '../kit/check.ts'

export type PasswordPolicy = 'alphanumeric' | 'any' | 'complex'

export interface RegistrationForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  /** A screen hands in the local part as typed; the server, which gets the full number, hands in `mobile` instead. */
  readonly localNumber?: string
  readonly mobile?: string
}

/** spec 1 §5 "Login and registration"; `any` and `complex` are chosen in the server's config. */
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

/** The usual shape of an address: something, one @, a domain with a dot and a suffix of letters. At most 254 characters. */
export const isEmail = (email: string): boolean =>
  email.length <= 254 &&
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}{2,63}$/u.test(email) &&
  !/^\.|\.\.|\.@/.test(email)

/** The full number: '+', the country's prefix, the local digits without spaces and hyphens (spec 1 §5). */
export const fullMobile = (prefix: string, localNumber: string): string =>
  '+' + (prefix + localNumber).replace(/[^\d]/g, '')

/** spec 1 §5: at least 6 characters with no plus, space or hyphen; digits, because it is dialled. */
const isLocalNumber = (local: string): boolean => /^\d{6,14}$/.test(local)

/** E.164 */
export const isMobile = (mobile: string): boolean => /^\+[1-9]\d{6,14}$/.test(mobile)

/** spec 1 §5: name, email, password, phone, in this order; the first fault ends it. */
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

/** spec 1 §5: a valid email pattern and a non-empty password, else login_validate_error. */
export const checkSignIn = (form: { readonly email: string; readonly password: string }): Fault | null => {
  if (!isEmail(form.email)) return { key: 'login_validate_error', field: 'email' }
  return form.password === '' ? { key: 'login_validate_error', field: 'password' } : null
}
