import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { confirmSession as confirm } from '../platform/sessions/sessions.ts'
import { clearTries, countTry } from './guards.ts'
import { findWithPassword } from './identity-store.ts'
import type { PasswordHashing } from './password-hashing.ts'

interface Deps extends Platform {
  readonly passwords: PasswordHashing
}

/**
 * The password again, for what a found phone or a stolen session must not do alone [design/money-46]. Tries count like
 * those of a sign-in. A wrong password ends no session: 422 `password_wrong`.
 */
export const confirmSession: UseCase<Deps, typeof accountsApi.confirm> = async (app, call) => {
  const account = await findWithPassword(app.db.request, call.who.id)
  const guarded = { email: account?.email ?? call.who.id, address: call.address }
  await countTry(app, guarded)
  if (!(await app.passwords.matches(account?.secret ?? null, call.body.password)))
    throw new AppError(422, 'password_wrong', { fields: { password: 'wrong' } })
  await clearTries(app, guarded)
  return call.commit(async (tx) => ({
    until: await confirm(tx, call.who.sessionId, app.config.limits.session.confirmSeconds),
  }))
}
