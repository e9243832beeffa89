import { createHmac } from 'node:crypto'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import type { Platform } from '../../platform/http/use-case.ts'
import type { SocialQuestion } from '../../providers/social/social-provider.ts'
import { checkSignedToken, makeSignedToken } from '../two-factor/signed-token.ts'

type Deps = Pick<Platform, 'secret' | 'config'>

/**
 * The state belongs to one provider and one browser, which its `HttpOnly` cookie names: a link with the answer to a
 * stranger's question signs no one in (login CSRF) [design/accounts-101].
 */
const purposeOf = ({ secret }: Deps, provider: SocialName, device: string) => ({
  secret,
  name: 'social-state',
  bound: `${provider} ${device}`,
})

/** Nonce and verifier follow from the state by keys of the server, so nothing is stored until the state is used. */
const questionOf = ({ secret }: Deps, state: string): SocialQuestion => {
  const derived = (name: string) => createHmac('sha256', secret.keyFor(name)).update(state).digest('base64url')
  return { state, nonce: derived('social-nonce'), verifier: derived('social-verifier') }
}

/** `now` in ms. */
export const makeQuestion = (app: Deps, provider: SocialName, device: string, now: number): SocialQuestion =>
  questionOf(
    app,
    makeSignedToken(purposeOf(app, provider, device), provider, app.config.limits.signIn.socialSeconds, now),
  )

/** The question that this state belongs to; undefined when it is forged, late, or of another browser or provider. */
export const checkQuestion = (
  app: Deps,
  provider: SocialName,
  device: string,
  state: string,
  now: number,
): { readonly ask: SocialQuestion; readonly expiresAt: number } | undefined => {
  const expiresAt = checkSignedToken(purposeOf(app, provider, device), state, now)
  return expiresAt === undefined ? undefined : { ask: questionOf(app, state), expiresAt }
}
