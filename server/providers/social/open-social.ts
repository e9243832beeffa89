import { socialReturnPath } from '@remis/domain/accounts/social/social-routes'
import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { appleIssuer, appleSignIn } from './apple-sign-in.ts'
import { facebookHosts, facebookSignIn } from './facebook-sign-in.ts'
import type { Socials } from './social-provider.ts'
import { standInSocial } from './stand-in-social.ts'

/** Sign-in with Facebook and Apple; in a trial for this machine with built-in stand-ins [design/accounts-108]. */
export const openSocial = ({ config }: Pick<Platform, 'config'>): Socials => {
  const { publicUrl } = config
  const { socialAnswerMs: answerMs } = config.limits.signIn
  const common = { fetch: (url: string, init: RequestInit) => fetch(url, init), answerMs, now: Date.now }
  const usesStandIns = config.mode === 'trial' && isThisMachineOnly(config)
  return {
    ...(usesStandIns ? standInSocial(publicUrl, answerMs) : { standIn: null, mount: () => undefined }),
    facebook: (app, secret) =>
      facebookSignIn({
        ...common,
        hosts: facebookHosts,
        app,
        secret,
        redirectUri: publicUrl + socialReturnPath('facebook'),
      }),
    apple: (app, key) =>
      appleSignIn({ ...common, host: appleIssuer, app, key, redirectUri: publicUrl + socialReturnPath('apple') }),
  }
}
