import type { Registration } from '@remis/domain/accounts/accounts-api'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/show-message.ts'

/** Errors shown as they are; any other error shows the key of its step [accounts-34]. */
const passing: readonly MessageKey[] = ['fetch_call_error', 'too_many_requests', 'busy_try_again']
/** found by the server, with the keys of the form */
const ofTheForm: readonly MessageKey[] = [
  'user_exists',
  'referer_not_found',
  'email_or_mobile_issue',
  'proper_input_name',
  'proper_email',
  'password_alphaNumeric_check',
  'password_common',
  'mobile_no_blank_error',
]

const asOr = (error: unknown, step: MessageKey, own: readonly MessageKey[] = []): MessageKey => {
  const key = keyOf(error)
  return passing.includes(key) || own.includes(key) ? key : step
}

/** The server may have done what it was asked to. */
const isUnanswered = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

/**
 * Registers, and remembers a try without an answer: if the next try with the same fields finds the user, the unanswered
 * try made the account, and the sign-in that follows checks the password [design/accounts-154].
 */
export const makeRegister = () => {
  let unanswered = ''
  return async (form: Registration): Promise<MessageKey | null> => {
    // The language of the page may change between two tries.
    const fields = JSON.stringify({ ...form, language: undefined })
    const failed = await register(form, () => (unanswered = fields))
    return failed === 'user_exists' && fields === unanswered ? null : failed
  }
}

/**
 * Validates the referral id if there is one, checks that the user does not exist, then signs up [accounts-33]. Returns
 * the message key of the failure, or null when the account was created. The form has been checked before.
 */
const register = async (form: Registration, onUnanswered: () => void): Promise<MessageKey | null> => {
  const referralId = form.referralId?.trim()
  if (referralId) {
    try {
      const { uid } = await call(accountsCalls.validateReferrer, { body: { referralId } })
      if (!uid) return 'referer_not_found'
    } catch (error) {
      return asOr(error, 'referer_not_found')
    }
  }
  try {
    const { users } = await call(accountsCalls.checkUserExists, { body: { email: form.email, mobile: form.mobile } })
    if (users.length > 0) return 'user_exists'
  } catch (error) {
    return asOr(error, 'email_or_mobile_issue')
  }
  try {
    const { uid } = await call(accountsCalls.signUp, { body: { regData: form } })
    return uid ? null : 'reg_error'
  } catch (error) {
    if (isUnanswered(error)) onUnanswered()
    return asOr(error, 'reg_error', ofTheForm)
  }
}
