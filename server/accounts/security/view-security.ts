import type { securityApi } from '@remis/domain/accounts/security-api'
import { socialNames } from '@remis/domain/accounts/social/social-routes'
import { needsTwoFactor } from '../../backoffice/settings/settings-cache.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { findAccount } from '../account-store.ts'
import { findTotp, listPasskeys, listSocials } from '../identity-store.ts'
import { findWay, type SocialDeps } from '../social/social-apps.ts'
import { viewPasskey } from '../two-factor/passkeys.ts'
import { countRecoveryCodes } from '../two-factor/recovery-codes-store.ts'

export const viewSecurity: UseCase<SocialDeps, typeof securityApi.security> = async (app, call) => {
  const db = app.db.request
  const { id, role } = call.who
  const [account, totp, passkeys, codes, added, ways] = await Promise.all([
    findAccount(db, id),
    findTotp(db, id),
    listPasskeys(db, id),
    countRecoveryCodes(db, id),
    listSocials(db, id),
    Promise.all(socialNames.map((name) => findWay(app, name))),
  ])
  return {
    password: (account?.secret ?? null) !== null,
    required: role === 'admin' && (await needsTwoFactor(app)),
    authenticator: totp === undefined ? null : { createdAt: totp.created_at },
    recoveryCodes: codes,
    passkeys: passkeys.map((passkey) => viewPasskey(app, passkey)),
    // The office signs in with a password and a second step [design/accounts-124].
    socials: socialNames
      .map((provider, n) => ({
        provider,
        addedAt: added.find(({ kind }) => kind === provider)?.created_at ?? null,
        offered: ways[n] !== null && (role === 'rider' || role === 'driver'),
      }))
      .filter(({ addedAt, offered }) => addedAt !== null || offered)
      .map(({ provider, addedAt }) => ({ provider, addedAt })),
  }
}
