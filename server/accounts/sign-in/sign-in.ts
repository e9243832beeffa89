import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { checkSignIn } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { findByEmail } from '../account-store.ts'
import { checkMaySignInByPassword } from './open-session.ts'
import { tryPassword, type PasswordDeps } from './try-password.ts'
import { finishSignIn } from '../two-factor/second-step.ts'

/**
 * Signs in: `login_validate_error` first, then `login_error` for an unknown account and a wrong password alike, in the
 * same time. `require_approval` and `email_verify_message` come after the right password, without a session
 * [design/accounts-8].
 */
export const signIn: UseCase<PasswordDeps, typeof accountsApi.signIn> = async (app, call) => {
  const email = call.body.email.trim()
  const fault = checkSignIn({ email, password: call.body.password })
  if (fault !== null) throw faultError(fault)
  const account = await findByEmail(app.db.request, email)
  const { password } = call.body
  const place = await tryPassword(app, call, { account: account ?? null, email, password, refusal: 'login_error' })
  if (account === undefined || place === null) throw new AppError(401, 'login_error')
  await checkMaySignInByPassword(app, call, account, call.body.join)
  return finishSignIn(app, call, account, place, { kind: 'password', secret: account.secret })
}
