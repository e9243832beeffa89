import type { securityApi } from '@remis/domain/accounts/security-api'
import { AppError } from '@remis/domain/messages/app-error'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { afterAdding, beginChange, removeFactor } from './change-factors.ts'
import { findAccount } from '../account-store.ts'
import { listTotpSecrets, putTotp } from '../identity-store.ts'
import { totpBox } from './second-step.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** A secret that waits for its first code; sealed, so that no row is written before. */
interface Offered {
  readonly secret: string
  readonly user: string
  readonly until: number
}

export const beginAuthenticator: UseCase<SessionDeps, typeof securityApi.beginAuthenticator> = async (app, call) => {
  await requireConfirmed(app, app.db.request, call.who)
  const account = await findAccount(app.db.request, call.who.id)
  const { appName } = await app.settings.current()
  const secret = newTotpSecret()
  const until = (await nowMs(app.db.request)) + 3 * app.config.limits.signIn.stepSeconds * 1000
  const offered: Offered = { secret, user: call.who.id, until }
  return {
    secret,
    uri: totpUri(secret, appName, account?.email ?? account?.mobile ?? call.who.id),
    token: totpBox(app).seal(offered).sealed,
  }
}

const openOffer = (app: SessionDeps, token: string, user: string, now: number): Offered | undefined => {
  const offered = totpBox(app).open({ sealed: token }) as Partial<Offered> | string | undefined
  if (typeof offered !== 'object' || offered.user !== user || (offered.until ?? 0) < now) return undefined
  return offered as Offered
}

/** The code proves that the app has the secret. 422 `second_step_late` for an offer that is old or of someone else. */
export const addAuthenticator: UseCase<SessionDeps, typeof securityApi.addAuthenticator> = async (app, call) => {
  const now = await nowMs(app.db.request)
  const offered = openOffer(app, call.body.token, call.who.id, now)
  if (offered === undefined) throw new AppError(422, 'second_step_late')
  const step = stepOfCode(offered.secret, call.body.code.replace(/[\s-]/g, ''), now)
  if (step === null) throw new AppError(422, 'second_step_wrong', { fields: { code: 'wrong' } })
  return call.commit(async (tx) => {
    await beginChange(app, tx, call.who)
    await putTotp(tx, call.who.id, totpBox(app).seal(offered.secret).sealed, step)
    return { recoveryCodes: await afterAdding(app, tx, call) }
  })
}

/** More apps are not checked at a start. */
const mostChecked = 1000

/**
 * The number of apps, among the oldest 1,000, that were sealed with another SECRET. Their owners cannot sign in with a
 * code [design/data-104].
 */
export const countUnopenedApps = async (app: Pick<SessionDeps, 'db' | 'secret'>): Promise<number> => {
  const box = totpBox(app)
  const secrets = await listTotpSecrets(app.db.jobs, mostChecked)
  return secrets.filter((sealed) => box.open({ sealed }) === undefined).length
}

export const removeAuthenticator: UseCase<SessionDeps, typeof securityApi.removeAuthenticator> = (app, call) =>
  call.commit(async (tx) => {
    await removeFactor(app, tx, call, 'totp')
    return {}
  })
