import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { SocialRefused, SocialUnreachable, type SocialPerson } from '../../providers/social/social-provider.ts'
import { takeSignedToken } from '../two-factor/used-token-store.ts'
import { findWay, type SocialDeps } from './social-apps.ts'
import type { AskedQuestion } from './social-state.ts'

interface SocialAnswer {
  readonly provider: SocialName
  readonly code: string
  readonly state: string
}

/**
 * Asks the provider who signed in, and uses the question up. Runs outside of any transaction. null for every fault; the
 * log has the reason.
 */
export const askProvider = async (
  app: SocialDeps,
  { provider: name, code, state }: SocialAnswer,
  asked: AskedQuestion | undefined,
): Promise<SocialPerson | null> => {
  const provider = await findWay(app, name)
  if (provider === null || asked === undefined) return null
  // Before the provider is asked: of two calls with one answer the second ends here.
  if (!(await app.db.transact((tx) => takeSignedToken(tx, state, asked.expiresAt)))) return null
  try {
    return await provider.identify(code, asked.ask)
  } catch (error) {
    if (!(error instanceof SocialRefused) && !(error instanceof SocialUnreachable)) throw error
    app.log.warn({ provider: name, reason: error.message }, 'an answer of a provider was not accepted')
    return null
  }
}
