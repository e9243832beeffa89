import type { securityApi } from '@remis/domain/accounts/security-api'
import { needsTwoFactor } from '../../backoffice/settings/settings-cache.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { findAccount, findTotp, listPasskeys } from '../identity-store.ts'
import { viewPasskey } from '../two-factor/passkeys.ts'
import { countRecoveryCodes } from '../two-factor/recovery-codes-store.ts'

export const viewSecurity: UseCase<SessionDeps, typeof securityApi.security> = async (app, call) => {
  const db = app.db.request
  const { id, role } = call.who
  const [account, totp, passkeys, codes] = await Promise.all([
    findAccount(db, id),
    findTotp(db, id),
    listPasskeys(db, id),
    countRecoveryCodes(db, id),
  ])
  return {
    password: (account?.secret ?? null) !== null,
    required: role === 'admin' && (await needsTwoFactor(app)),
    authenticator: totp === undefined ? null : { createdAt: totp.created_at },
    recoveryCodes: codes,
    passkeys: passkeys.map(viewPasskey),
  }
}
