import { preferencesApi } from '@remis/domain/accounts/preferences/preferences-api'
import { profileApi } from '@remis/domain/accounts/profile-api'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { socialApi } from '@remis/domain/accounts/social/social-api'
import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { Broadcaster } from '../platform/live/broadcaster.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { Socials } from '../providers/social/social-provider.ts'
import { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { securityApi } from '@remis/domain/accounts/security-api'
import { changePassword } from './security/change-password.ts'
import { checkUserExists } from './check-user-exists.ts'
import { confirmSession } from './confirm-session.ts'
import { currentSession } from './current-session.ts'
import { giveVisitorToken } from './give-visitor-token.ts'
import { sweepGuessDelays } from './sign-in/guess-delay-store.ts'
import { sweepDevices } from './sign-in/known-devices-store.ts'
import { endAllSessions, endSession, listSessions } from './security/own-sessions.ts'
import { askHumanCheck } from './human-check/human-check.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { confirmOwnPhone, sendOwnCode } from './phone/confirm-own-phone.ts'
import { sendPhoneCode } from './phone/send-phone-code.ts'
import { signInByPhone } from './phone/sign-in-by-phone.ts'
import { changePreferences } from './preferences/change-preferences.ts'
import { askContactCode, giveContactCode } from './profile/change-contact.ts'
import { changeProfile } from './profile/change-profile.ts'
import { listOwnRatings } from './profile/own-ratings.ts'
import type { ProfileDeps } from './profile/profile-deps.ts'
import { readProfile } from './profile/view-profile.ts'
import { forgotPassword } from './reset/forgot-password.ts'
import { resetPassword } from './reset/reset-password.ts'
import { sendResetMails } from './reset/send-reset-mails.ts'
import type { SessionDeps } from './sign-in/open-session.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-out.ts'
import { beginLink, linkSocial, unlinkSocial } from './social/link-social.ts'
import { changeApple, changeFacebook, listWays, readSocialApps } from './social/social-apps.ts'
import { mountSocialReturn } from './social/social-return.ts'
import { beginSocial, signInBySocial } from './social/social-sign-in.ts'
import { signUp } from './sign-up.ts'
import { askPasskey, signInByPasskey } from './two-factor/passkey-sign-in.ts'
import { addAuthenticator, beginAuthenticator, removeAuthenticator } from './two-factor/authenticator.ts'
import { newRecoveryCodes } from './two-factor/change-factors.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './two-factor/passkeys.ts'
import { sweepUsedTokens } from './two-factor/used-token-store.ts'
import { viewSecurity } from './security/view-security.ts'
import { secondStep } from './two-factor/second-step.ts'
import { validateReferrer } from './validate-referrer.ts'
import { verifyEmail } from './verify-email/verify-email.ts'

interface Deps extends SessionDeps {
  readonly languages: LanguagesCache
  readonly live: Broadcaster
  readonly passwords: PasswordHashing
  readonly socials: Socials
}

export const accounts: Feature<Deps> = {
  endpoints: [
    ...serve<Deps, typeof accountsApi>(accountsApi, {
      visitorToken: giveVisitorToken,
      signIn,
      secondStep,
      askPasskey,
      signInByPasskey,
      signOut,
      current: currentSession,
      confirm: confirmSession,
      checkUserExists,
      validateReferrer,
      forgotPassword,
      resetPassword,
      verifyEmail,
      signUp,
    }),
    ...serve<Deps, typeof phoneApi>(phoneApi, {
      humanCheck: askHumanCheck,
      sendCode: sendPhoneCode,
      sendOwnCode,
      confirmOwnPhone,
      signIn: signInByPhone,
    }),
    ...serve<Deps, typeof securityApi>(securityApi, {
      security: viewSecurity,
      changePassword,
      sessions: listSessions,
      endSession,
      endAllSessions,
      beginAuthenticator,
      addAuthenticator,
      removeAuthenticator,
      newRecoveryCodes,
      beginPasskey,
      addPasskey,
      renamePasskey,
      removePasskey,
    }),
    ...serve<Deps, typeof socialApi>(socialApi, {
      ways: listWays,
      begin: beginSocial,
      signIn: signInBySocial,
      beginLink,
      link: linkSocial,
      unlink: unlinkSocial,
      apps: readSocialApps,
      changeFacebook,
      changeApple,
    }),
  ],
  sweeps: (app) => ({
    'reset mails': { run: () => sendResetMails(app) },
    'guess delays': { everyMs: 600_000, run: () => sweepGuessDelays(app.db.jobs, forgetHours(app.config.limits)) },
    'known devices': { everyMs: 3_600_000, run: () => sweepDevices(app.db.jobs, app.config.limits.signIn.deviceDays) },
    'used tokens': { everyMs: 600_000, run: () => sweepUsedTokens(app.db.jobs) },
  }),
  mount: (fastify, { socials }) => {
    mountSocialReturn(fastify)
    socials.mount(fastify)
  },
}

export const profile: Feature<ProfileDeps> = {
  endpoints: [
    ...serve<ProfileDeps, typeof profileApi>(profileApi, {
      read: readProfile,
      change: changeProfile,
      ratings: listOwnRatings,
      changeContact: askContactCode,
      confirmContact: giveContactCode,
    }),
    ...serve<ProfileDeps, typeof preferencesApi>(preferencesApi, { change: changePreferences }),
  ],
}

/** The longest time after which wrong guesses are forgotten. */
const forgetHours = ({ guards }: Platform['config']['limits']): number =>
  Math.max(
    guards.signInPerPlace.forgetHours,
    guards.signInPerAccount.forgetHours,
    guards.secondStepPerPlace.forgetHours,
    guards.secondStepPerAccount.forgetHours,
  )
