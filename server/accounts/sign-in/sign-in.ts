import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { checkSignIn } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { placeNet } from '../../platform/security/address-net.ts'
import { countTry, clearTries } from './guards.ts'
import { findByEmail } from '../account-store.ts'
import { checkMaySignInByPassword, placeOf, type SessionDeps } from './open-session.ts'
import type { PasswordHashing } from '../password-hashing.ts'
import { finishSignIn } from '../two-factor/second-step.ts'

interface Deps extends SessionDeps {
  readonly passwords: PasswordHashing
}

/**
 * Signs in: `login_validate_error` first, then `login_error` for an unknown account and a wrong password alike, in the
 * same time. `require_approval` and `email_verify_message` come after the right password, without a session
 * [design/accounts-8].
 */
export const signIn: UseCase<Deps, typeof accountsApi.signIn> = async (app, call) => {
  const email = call.body.email.trim()
  const fault = checkSignIn({ email, password: call.body.password })
  if (fault !== null) throw faultError(fault)
  const account = await findByEmail(app.db.request, email)
  const place = await placeOf(app, call, account?.id)
  const { address, userAgent } = call
  const guess = { accountId: account?.id, email, address, net: placeNet(address), device: call.device.token, place }
  await countTry(app, 'sign-in', guess)
  const turns = place.device || place.net ? 'known' : 'strangers'
  const right = await app.passwords.matches(account?.secret ?? null, call.body.password, turns)
  if (account === undefined || !right) {
    app.security.record({ kind: 'sign-in-failed', userId: account?.id, address, userAgent, messageKey: 'login_error' })
    throw new AppError(401, 'login_error')
  }
  await clearTries(app, 'sign-in', guess)
  await checkMaySignInByPassword(app, account, call.body.join)
  return finishSignIn(app, call, account, place, { kind: 'password', secret: account.secret })
}
