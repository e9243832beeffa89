import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import { countAgainst, uncount } from '../../platform/http/rate-limits.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { checkIsLetIn, openSession, placeOf, type SessionDeps } from '../sign-in/open-session.ts'
import { findAccount } from '../account-store.ts'
import { findPasskey, takeCounter } from '../identity-store.ts'
import { askForPasskey, checkAnswer, hostOf } from './passkey-protocol.ts'
import { takeSignedToken } from './used-token-store.ts'

/** Bound to no account: the passkey names its owner. */
const asked = { purpose: 'passkey-sign-in', bound: '' } as const

export const askPasskey: UseCase<Platform, typeof accountsApi.askPasskey> = async (app) => ({
  question: await askForPasskey(app, asked),
})

/**
 * Signs in with a passkey alone. It has checked its owner by a finger, a face or a PIN, so it counts as both steps
 * [design/accounts-66]. No password is guessed here, so a delay after wrong ones does not keep the owner out.
 */
export const signInByPasskey: UseCase<SessionDeps, typeof accountsApi.signInByPasskey> = async (app, call) => {
  const { passkey, join } = call.body
  const { address, userAgent } = call
  const net = addressNet(address)
  const { max, windowSeconds } = app.config.limits.guards.signInPerAddress
  await countAgainst(app.db.request, 'sign-in-address', net, max, windowSeconds)
  const stored = await findPasskey(app.db.request, passkey.id)
  const answer = stored && (await checkAnswer(app, asked, passkey, stored))
  const account = stored && (await findAccount(app.db.request, stored.userId))
  const refused = () => {
    app.security.record({
      kind: 'sign-in-failed',
      userId: stored?.userId,
      address,
      userAgent,
      messageKey: 'passkey_refused',
    })
    return new AppError(401, 'passkey_refused')
  }
  if (stored === undefined || answer === undefined || account === undefined) throw refused()
  await uncount(app.db.request, 'sign-in-address', net)
  checkIsLetIn(account, join)
  const place = await placeOf(app, call, account.id)
  return openSession(app, call, account.id, place, async (tx) => {
    if (!(await takeSignedToken(tx, answer.token, answer.expiresAt))) throw refused()
    if (!(await takeCounter(tx, stored.id, answer.counter, hostOf(app)))) throw refused()
  })
}
