import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { isOffice } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { confirmEmail } from '../../people/confirm-email.ts'
import { CommittedRefusal, type Call, type UseCase } from '../../platform/http/use-case.ts'
import { findOneTimeCode, takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'
import { findAccount } from '../account-store.ts'
import { tryPassword, type PasswordDeps } from '../sign-in/try-password.ts'
import { hashInBrowser } from './queue-verification.ts'

type VerifyCall = Call<typeof accountsApi.verifyEmail>

/**
 * Checks that the caller belongs to the account, since a stranger may have registered with this email: by the browser
 * that asked for the mail, a session, or the password. Accounts of the office need only the link [design/accounts-156].
 */
const checkBelongs = async (app: PasswordDeps, call: VerifyCall): Promise<void> => {
  const { link, password } = call.body
  const code = await findOneTimeCode(app.db.request, 'verify-email', { linkHash: hashToken(link) })
  const account = code?.user_id ? await findAccount(app.db.request, code.user_id) : undefined
  if (code === undefined || account === undefined) return
  const { token } = call.device
  if (token !== undefined && code.code_hash.equals(hashInBrowser(link, token))) return
  if (isOffice(account.usertype) || (call.who.kind === 'person' && call.who.id === account.id)) return
  if (password === undefined) throw new AppError(403, 'verify_needs_password')
  const tried = { account, email: account.email ?? '', password, refusal: 'password_wrong' } as const
  if ((await tryPassword(app, call, tried)) === null)
    throw new AppError(422, 'password_wrong', { fields: { password: 'wrong' } })
}

/**
 * Confirms an email by the link of the mail, once [design/accounts-83]. Refuses with `verify_link_over`, and in another
 * browser with `verify_needs_password` or `password_wrong`.
 */
export const verifyEmail: UseCase<PasswordDeps, typeof accountsApi.verifyEmail> = async (app, call) => {
  await checkBelongs(app, call)
  return call.commit(async (tx) => {
    const taken = await takeOneTimeCode(tx, 'verify-email', { linkHash: hashToken(call.body.link) })
    const account = taken && (await confirmEmail(tx, taken))
    return account === undefined ? new CommittedRefusal(new AppError(422, 'verify_link_over')) : {}
  })
}
