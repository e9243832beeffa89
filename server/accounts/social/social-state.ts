import { createHmac } from 'node:crypto'
import { linkStatePrefix, type SocialName } from '@remis/domain/accounts/social/social-routes'
import type { Platform } from '../../platform/http/use-case.ts'
import type { SocialQuestion } from '../../providers/social/social-provider.ts'
import { checkSignedToken, makeSignedToken } from '../two-factor/signed-token.ts'

type Deps = Pick<Platform, 'secret' | 'config'>

/** A browser that signs in, by its cookie; or a session that adds a way to sign in. */
type Asker = { readonly device: string } | { readonly session: string }

/**
 * The state belongs to one provider and one asker: a link with the answer to a stranger's question neither signs
 * someone in (login CSRF) nor adds the stranger's account to someone else's [design/accounts-101]
 * [design/accounts-167].
 */
const purposeOf = ({ secret }: Deps, provider: SocialName, asker: Asker) =>
  'device' in asker
    ? { secret, name: 'social-state', bound: `${provider} ${asker.device}` }
    : { secret, name: 'social-link', bound: `${provider} ${asker.session}` }

/** Nonce and verifier follow from the state by keys of the server, so nothing is stored until the state is used. */
const questionOf = ({ secret }: Deps, state: string): SocialQuestion => {
  const derived = (name: string) => createHmac('sha256', secret.keyFor(name)).update(state).digest('base64url')
  return { state, nonce: derived('social-nonce'), verifier: derived('social-verifier') }
}

/** `now` in ms. */
export const makeQuestion = (app: Deps, provider: SocialName, asker: Asker, now: number): SocialQuestion => {
  const subject = 'device' in asker ? provider : linkStatePrefix + provider
  const { socialSeconds } = app.config.limits.signIn
  return questionOf(app, makeSignedToken(purposeOf(app, provider, asker), subject, socialSeconds, now))
}

export interface AskedQuestion {
  readonly ask: SocialQuestion
  /** ms */
  readonly expiresAt: number
}

/** The question that this state belongs to; undefined when it is forged, late, or of another asker or provider. */
export const checkQuestion = (
  app: Deps,
  provider: SocialName,
  asker: Asker,
  state: string,
  now: number,
): AskedQuestion | undefined => {
  const expiresAt = checkSignedToken(purposeOf(app, provider, asker), state, now)
  return expiresAt === undefined ? undefined : { ask: questionOf(app, state), expiresAt }
}
