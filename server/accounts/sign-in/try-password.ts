import type { MessageKey } from '@remis/domain/messages/english'
import { placeNet } from '../../platform/security/address-net.ts'
import type { PasswordHashing } from '../password-hashing.ts'
import { clearTries, countTry } from './guards.ts'
import type { KnownPlace } from './known-devices-store.ts'
import { placeOf, type SessionDeps, type SignInCall } from './open-session.ts'

export interface PasswordDeps extends SessionDeps {
  readonly passwords: PasswordHashing
}

interface Tried {
  /** null: no account; the check takes as long as with one */
  readonly account: { readonly id: string; readonly secret: string | null } | null
  readonly email: string
  readonly password: string
  /** of the security event */
  readonly refusal: MessageKey
}

/** Counts a password attempt; returns where it comes from, or null if the password is wrong [design/accounts-13]. */
export const tryPassword = async (
  app: PasswordDeps,
  call: Pick<SignInCall, 'address' | 'userAgent' | 'device'>,
  { account, email, password, refusal }: Tried,
): Promise<KnownPlace | null> => {
  const place = await placeOf(app, call, account?.id)
  const { address, userAgent } = call
  const guess = { accountId: account?.id, email, address, net: placeNet(address), device: call.device.token, place }
  await countTry(app, 'sign-in', guess)
  const turns = place.device || place.net ? 'known' : 'strangers'
  const right = await app.passwords.matches(account?.secret ?? null, password, turns)
  if (account === null || !right) {
    app.security.record({ kind: 'sign-in-failed', userId: account?.id, address, userAgent, messageKey: refusal })
    return null
  }
  await clearTries(app, 'sign-in', guess)
  return place
}
