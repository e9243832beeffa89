import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Call, Platform, UseCase } from '../platform/http/use-case.ts'
import { confirmSession as confirm } from '../platform/sessions/sessions.ts'
import { confirmGuess } from './sign-in/guards.ts'
import { countGuess, forgetGuesses } from './sign-in/guess-delay-store.ts'
import { findAccount } from './account-store.ts'
import type { PasswordHashing } from './password-hashing.ts'

interface Deps extends Platform {
  readonly passwords: PasswordHashing
}

/**
 * Throws 422 `password_wrong` unless this is the caller's password. Wrong ones delay the next, for this account only.
 */
export const checkPasswordAgain = async (
  app: Deps,
  { who, address, userAgent }: Pick<Call<typeof accountsApi.confirm>, 'who' | 'address' | 'userAgent'>,
  password: string,
): Promise<void> => {
  const guess = confirmGuess(app, who.id)
  await countGuess(app.db.request, guess)
  const account = await findAccount(app.db.request, who.id)
  if (!(await app.passwords.matches(account?.secret ?? null, password, 'known'))) {
    app.security.record({ kind: 'password-refused', userId: who.id, address, userAgent, messageKey: 'password_wrong' })
    throw new AppError(422, 'password_wrong', { fields: { password: 'wrong' } })
  }
  await forgetGuesses(app.db.request, guess)
}

/**
 * The password again, for what a found phone or a stolen session must not do alone [design/money-46]. A wrong password
 * ends no session.
 */
export const confirmSession: UseCase<Deps, typeof accountsApi.confirm> = async (app, call) => {
  await checkPasswordAgain(app, call, call.body.password)
  return call.commit(async (tx) => ({
    until: await confirm(tx, call.who.sessionId, app.config.limits.session.confirmSeconds),
  }))
}
