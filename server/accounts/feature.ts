import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { checkUserExists } from './check-user-exists.ts'
import { confirmSession } from './confirm-session.ts'
import { currentSession } from './current-session.ts'
import { giveVisitorToken } from './give-visitor-token.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { validateReferrer } from './validate-referrer.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
}

export const accounts: Feature<Deps> = {
  endpoints: serve<Deps, typeof accountsApi>(accountsApi, {
    visitorToken: giveVisitorToken,
    signIn,
    signOut,
    current: currentSession,
    confirm: confirmSession,
    checkUserExists,
    validateReferrer,
    signUp,
  }),
}
