import type { Tx } from '../../platform/database/database.ts'
import { findAccount, listSocials } from '../identity-store.ts'
import { findWay, type SocialDeps } from './social-apps.ts'

/**
 * Whether an account can be signed in to: by password, by a confirmed phone while `MobileLoginEnabled` is on, or
 * by a provider that is set up. A passkey does not count: some do not check their owner, and then do not sign in alone.
 */
export const hasOtherWay = async (app: SocialDeps, tx: Tx, userId: string): Promise<boolean> => {
  const account = await findAccount(tx, userId)
  if (account === undefined) return false
  if (account.secret !== null) return true
  const { MobileLoginEnabled } = await app.settings.current()
  if (MobileLoginEnabled && account.mobile !== null && account.mobile_verified_at !== null) return true
  for (const { kind } of await listSocials(tx, userId)) if ((await findWay(app, kind, tx)) !== null) return true
  return false
}
