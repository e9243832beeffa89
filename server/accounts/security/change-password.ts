import { isPassword } from '@remis/domain/accounts/registration-checks'
import type { securityApi } from '@remis/domain/accounts/security-api'
import { faultError } from '@remis/domain/kit/check'
import type { UseCase } from '../../platform/http/use-case.ts'
import { isCommonPassword } from './common-passwords.ts'
import { checkPasswordAgain } from '../confirm-session.ts'
import { endAccess } from '../end-access.ts'
import { lockAccount } from '../account-store.ts'
import { changeSecret } from '../identity-store.ts'
import { forgetDevices } from '../sign-in/known-devices-store.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import type { PasswordHashing } from '../password-hashing.ts'
import { reportChange } from '../two-factor/change-factors.ts'

interface Deps extends SessionDeps {
  readonly passwords: PasswordHashing
}

/**
 * Changes the password after the current one was given again. The other sessions end, and the other browsers are
 * forgotten: one of them may be the reason [design/accounts-64].
 */
export const changePassword: UseCase<Deps, typeof securityApi.changePassword> = async (app, call) => {
  const { current, password } = call.body
  if (!isPassword(password, app.config.passwordPolicy))
    throw faultError({ key: 'password_alphaNumeric_check', field: 'password' })
  if (isCommonPassword(password)) throw faultError({ key: 'password_common', field: 'password' })
  await checkPasswordAgain(app, call, current)
  const hash = await app.passwords.hash(password, 'known')
  return call.commit(async (tx) => {
    await lockAccount(tx, call.who.id)
    await changeSecret(tx, call.who.id, hash)
    await endAccess(tx, call.who.id, call.who.sessionId)
    await forgetDevices(tx, call.who.id, call.device.token)
    await reportChange(tx, call, 'password.change', 'notice_password_changed')
    return {}
  })
}
