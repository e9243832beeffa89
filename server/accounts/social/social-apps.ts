import {
  checkAppleApp,
  checkFacebookApp,
  type AppleApp,
  type FacebookApp,
} from '@remis/domain/accounts/social/social-app'
import type { SocialAppsView, socialApi } from '@remis/domain/accounts/social/social-api'
import { socialNames, socialReturnPath, type SocialName } from '@remis/domain/accounts/social/social-routes'
import { faultError, type Fault } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { secretBox, type SecretBox } from '../../platform/security/secret-box.ts'
import type { SocialProvider, Socials } from '../../providers/social/social-provider.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { deleteSocialApp, findSocialApp, lockSocialApp, writeSocialApp, type SocialAppRow } from './social-app-store.ts'

export interface SocialDeps extends SessionDeps {
  readonly socials: Socials
}

const boxOf = ({ secret }: Pick<SocialDeps, 'secret'>): SecretBox => secretBox(secret.keyFor('social-apps'))

/** null: no app is set up there, or its secret was sealed with another SECRET. */
const findSocialProvider = async (
  app: SocialDeps,
  name: SocialName,
  db: Kysely<Tables>,
): Promise<SocialProvider | null> => {
  if (app.socials.standIn !== null) return app.socials.standIn[name]
  const row = await findSocialApp(db, name)
  const secret = row && boxOf(app).open({ sealed: row.secret })
  if (row === undefined || typeof secret !== 'string') return null
  return name === 'facebook'
    ? app.socials.facebook(row.config as FacebookApp, secret)
    : app.socials.apple(row.config as AppleApp, secret)
}

/** Apps with a secret that was sealed with another SECRET [design/data-104]. */
export const listUnopenedSocialApps = async (app: Pick<SocialDeps, 'db' | 'secret'>): Promise<SocialName[]> => {
  const rows = await Promise.all(socialNames.map((name) => findSocialApp(app.db.jobs, name)))
  return rows.flatMap((row) => (row && boxOf(app).open({ sealed: row.secret }) === undefined ? row.provider : []))
}

/** A provider that people sign in with now: its app is set up, and FacebookLoginEnabled is on. */
export const findWay = async (
  app: SocialDeps,
  name: SocialName,
  db: Kysely<Tables> = app.db.request,
): Promise<SocialProvider | null> =>
  (await app.settings.current()).FacebookLoginEnabled ? findSocialProvider(app, name, db) : null

/**
 * What the sign-in page shows: one button for each app that is set up, while FacebookLoginEnabled is on [accounts-11].
 */
export const listWays: UseCase<SocialDeps, typeof socialApi.ways> = async (app) => {
  const found = await Promise.all(socialNames.map((name) => findWay(app, name)))
  return { ways: socialNames.filter((_, i) => found[i] !== null) }
}

export const readSocialApps: UseCase<SocialDeps, typeof socialApi.apps> = async (app) => {
  const [facebook, apple] = await Promise.all(socialNames.map((name) => findSocialApp(app.db.request, name)))
  const shown = (row: SocialAppRow | undefined) => (row ? { config: row.config, updatedAt: row.updated_at } : null)
  const { publicUrl } = app.config
  return {
    trial: app.socials.standIn !== null,
    enabled: (await app.settings.current()).FacebookLoginEnabled,
    returnUrls: { facebook: publicUrl + socialReturnPath('facebook'), apple: publicUrl + socialReturnPath('apple') },
    facebook: shown(facebook) as SocialAppsView['facebook'],
    apple: shown(apple) as SocialAppsView['apple'],
  }
}

interface Change<App> {
  readonly provider: SocialName
  readonly config: App | null
  /** undefined: the stored one is kept */
  readonly secret: string | undefined
  readonly check: (config: App, secret: string | undefined) => Fault | null
  /** the id that the secret belongs to */
  readonly idOf: (config: App) => string
}

/**
 * Writes the app of one provider. The app decides who can sign in to which account, so a change needs the admin's
 * password [design/accounts-107].
 */
const change = async <App extends FacebookApp | AppleApp>(
  app: SocialDeps,
  tx: Tx,
  { who, address }: { readonly who: Person; readonly address: string },
  { provider, config, secret, check, idOf }: Change<App>,
): Promise<void> => {
  await requireConfirmed(app, tx, who)
  const before = await lockSocialApp(tx, provider)
  if (config === null) await deleteSocialApp(tx, provider)
  else {
    const fault = check(config, secret)
    if (fault !== null) throw faultError(fault)
    const kept = before !== undefined && idOf(before.config as App) === idOf(config) ? before.secret : undefined
    const sealed = secret === undefined ? kept : boxOf(app).seal(secret).sealed
    if (sealed === undefined) throw new AppError(422, 'social_app_secret', { fields: { secret: 'missing' } })
    await writeSocialApp(tx, { provider, config, secret: sealed, by: who.id })
  }
  await addAudit(tx, {
    actor: who,
    address,
    action: 'social-app.change',
    subject: `social-app:${provider}`,
    data: { before: before?.config ?? null, after: config, secret: secret === undefined ? 'kept' : 'changed' },
  })
}

const trimmed = <Config extends object>(config: Config): Config =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value).trim()])) as Config

export const changeFacebook: UseCase<SocialDeps, typeof socialApi.changeFacebook> = async (app, call) =>
  call.commit(async (tx) => {
    await change<FacebookApp>(app, tx, call, {
      provider: 'facebook',
      config: call.body.config && trimmed(call.body.config),
      secret: call.body.secret?.trim(),
      check: checkFacebookApp,
      idOf: ({ appId }) => appId,
    })
    return {}
  })

export const changeApple: UseCase<SocialDeps, typeof socialApi.changeApple> = async (app, call) =>
  call.commit(async (tx) => {
    await change<AppleApp>(app, tx, call, {
      provider: 'apple',
      config: call.body.config && trimmed(call.body.config),
      secret: call.body.secret?.trim(),
      check: checkAppleApp,
      idOf: ({ teamId, keyId }) => `${teamId} ${keyId}`,
    })
    return {}
  })
