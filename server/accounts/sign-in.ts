import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { checkSignIn } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { hasSignedInWith, insertSession, revokeSession } from '../platform/sessions/sessions.ts'
import { findByEmail } from './identity-store.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { countTry, clearTries } from './guards.ts'
import { viewMe } from './view-me.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
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
  const guarded = { email, address: call.address }
  await countTry(app, guarded)
  const account = await findByEmail(app.db.request, email)
  const right = await app.passwords.matches(account?.secret ?? null, call.body.password)
  const seen = { userId: account?.id, address: call.address, userAgent: call.userAgent }
  if (account === undefined || !right) {
    app.security.record({ kind: 'sign-in-failed', ...seen, messageKey: 'login_error' })
    throw new AppError(401, 'login_error')
  }
  await clearTries(app, guarded)
  if (!account.approved) throw new AppError(403, 'require_approval')
  if (account.suspended) throw new AppError(403, 'account_suspended')
  const { email_verify } = await app.settings.current()
  if (email_verify && account.email_verified_at === null) throw new AppError(403, 'email_verify_message')

  const token = newToken()
  const user = await viewMe(app.db.request, app.settings, account.id)
  if (user === undefined) throw new AppError(401, 'login_error')
  const known = await hasSignedInWith(app.db.request, account.id, call.userAgent)
  let expiresAt = 0
  const reply = await call.commit(async (tx) => {
    // A token from before the sign-in is worth nothing after it (session fixation) [design/accounts-4].
    if (call.who.kind === 'person') await revokeSession(tx, call.who.sessionId)
    expiresAt = await insertSession(tx, {
      userId: account.id,
      tokenHash: hashToken(token),
      idleDays: app.config.limits.session.idleDays,
      address: call.address,
      userAgent: call.userAgent,
    })
    return { token, user }
  })
  app.security.record({ kind: 'sign-in', ...seen })
  if (!known) app.security.record({ kind: 'new-device', ...seen })
  call.cookie.set(token, expiresAt)
  return reply
}
