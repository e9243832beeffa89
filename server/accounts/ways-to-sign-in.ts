import { isOffice } from '@remis/domain/kit/endpoint'
import type { Tx } from '../platform/database/database.ts'
import { findAccount } from './account-store.ts'
import { listPasskeys, listSocials } from './identity-store.ts'
import { findWay, type SocialDeps } from './social/social-apps.ts'
import { signsInAlone } from './two-factor/passkey-protocol.ts'

/**
 * Whether there is a way to sign in to an account: by password, by a confirmed phone while `MobileLoginEnabled` is on,
 * by a passkey that needs no password, or, not for the office, by a provider that is set up [design/accounts-168]
 * [design/accounts-140].
 */
export const hasWayToSignIn = async (app: SocialDeps, tx: Tx, userId: string): Promise<boolean> => {
  const account = await findAccount(tx, userId)
  if (account === undefined) return false
  if (account.secret !== null) return true
  const { MobileLoginEnabled } = await app.settings.current()
  if (MobileLoginEnabled && account.mobile !== null && account.mobile_verified_at !== null) return true
  if ((await listPasskeys(tx, userId)).some((passkey) => signsInAlone(app, passkey))) return true
  if (isOffice(account.usertype)) return false
  for (const { kind } of await listSocials(tx, userId)) if ((await findWay(app, kind, tx)) !== null) return true
  return false
}
