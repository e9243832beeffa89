import type { Fault } from '../kit/check.ts'
import { isEmail, isMobile } from './registration-checks.ts'

export type ContactChannel = 'email' | 'mobile'

/**
 * Simpler than that of the registration: letters, digits and `. _ + -`, one @, a domain with a dot, letters in the
 * suffix [accounts-52]. What the registration refuses is refused here too.
 */
export const isProfileEmail = (email: string): boolean =>
  isEmail(email) && /^[A-Za-z\d](?:[\w.+-]*[\w+-])?@[^@]+\.\p{L}+$/u.test(email)

/** A new email, or a new number in E.164. */
export const checkContact = (channel: ContactChannel, address: string): Fault | null => {
  if (channel === 'email') return isProfileEmail(address) ? null : { key: 'proper_email', field: 'email' }
  return isMobile(address) ? null : { key: 'mobile_no_blank_error', field: 'mobile' }
}

/** Email and mobile cannot be typed over in the form of someone who signs in by email [accounts-51]. */
export const hasContactLock = (loginType: string): boolean => loginType === 'email'

interface ProfileForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** in E.164 */
  readonly mobile: string
  readonly locked: boolean
}

/**
 * The form of the profile, in the order of its fields; all four are required [accounts-50]. Contacts that are locked
 * are not judged.
 */
export const checkProfile = ({ firstName, lastName, email, mobile, locked }: ProfileForm): Fault | null => {
  if (!/\S/.test(firstName)) return { key: 'proper_input_name', field: 'firstName' }
  if (!/\S/.test(lastName)) return { key: 'proper_input_name', field: 'lastName' }
  if (locked) return null
  return checkContact('email', email.trim()) ?? checkContact('mobile', mobile)
}
