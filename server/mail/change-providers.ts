import { faultError, type Fault } from '@remis/domain/kit/check'
import type { mailApi, ProvidersView } from '@remis/domain/mail/mail-api'
import type { Channel } from '@remis/domain/mail/mail-templates'
import {
  checkSms,
  checkSmtp,
  smsNeedsSecretAgain,
  smtpNeedsSecretAgain,
  type SmsConfig,
  type SmtpConfig,
} from '@remis/domain/mail/provider-config'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { isConfirmed } from '../platform/sessions/sessions.ts'
import type { MailDeps } from './mail-deps.ts'
import { mailboxPath } from './mailbox-page.ts'
import {
  countWaiting,
  deleteProvider,
  findProvider,
  lockProvider,
  writeProvider,
  type ProviderRow,
} from './mail-store.ts'
import { providerBox } from './providers.ts'

/** The settings without secrets, and how many mails and SMS wait. */
export const readProviders: UseCase<MailDeps, typeof mailApi.providers> = async ({ config, db, mailers }) => {
  const [mail, sms] = await Promise.all([findProvider(db.request, 'mail'), findProvider(db.request, 'sms')])
  const shown = (row: ProviderRow | undefined) =>
    row === undefined ? null : { config: row.config, hasSecret: row.secret !== null, updatedAt: row.updated_at }
  return {
    trial: config.mode === 'trial',
    mailbox: mailers.mailbox === null ? null : mailboxPath,
    mail: shown(mail) as ProvidersView['mail'],
    sms: shown(sms) as ProvidersView['sms'],
    waiting: await countWaiting(db.request),
  }
}

interface Change<Config> {
  readonly channel: Channel
  readonly config: Config | null
  /** undefined: the stored one is kept */
  readonly secret: string | undefined
  readonly check: (config: Config, hasSecret: boolean) => Fault | null
  readonly needsSecretAgain: (before: Config, after: Config) => boolean
}

/**
 * Writes the settings of one channel. The mail server reads every mail, also links to new passwords, so a change needs
 * the admin's password [design/mail-20].
 */
const change = async <Config extends SmtpConfig | SmsConfig>(
  app: MailDeps,
  tx: Tx,
  { who, address }: { readonly who: Person; readonly address: string },
  { channel, config, secret, check, needsSecretAgain }: Change<Config>,
): Promise<void> => {
  if (!(await isConfirmed(tx, who.sessionId, app.config.limits.session.confirmSeconds)))
    throw new AppError(403, 'confirm_password')
  const before = await lockProvider(tx, channel)
  if (config === null) await deleteProvider(tx, channel)
  else {
    const kept = secret === undefined ? (before?.secret ?? null) : null
    if (kept !== null && before !== undefined && needsSecretAgain(before.config as Config, config))
      throw new AppError(422, 'provider_secret_again', { fields: { secret: 'missing' } })
    const sealed = secret ? providerBox(app).seal(secret).sealed : kept
    const fault = check(config, sealed !== null)
    if (fault !== null) throw faultError(fault)
    await writeProvider(tx, { channel, config, secret: sealed, by: who.id })
  }
  await addAudit(tx, {
    actor: who,
    address,
    action: 'mail-provider.change',
    subject: `mail-provider:${channel}`,
    data: { before: before?.config ?? null, after: config, secret: secret === undefined ? 'kept' : 'changed' },
  })
}

const trimmed = <Config extends object>(config: Config): Config =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : (value as unknown),
    ]),
  ) as Config

export const changeMailProvider: UseCase<MailDeps, typeof mailApi.changeMail> = async (app, call) =>
  call.commit(async (tx) => {
    await change(app, tx, call, {
      channel: 'mail',
      config: call.body.config && trimmed(call.body.config),
      secret: call.body.secret,
      check: checkSmtp,
      needsSecretAgain: smtpNeedsSecretAgain,
    })
    return {}
  })

export const changeSmsProvider: UseCase<MailDeps, typeof mailApi.changeSms> = async (app, call) =>
  call.commit(async (tx) => {
    await change<SmsConfig>(app, tx, call, {
      channel: 'sms',
      config: call.body.config && trimmed(call.body.config),
      secret: call.body.secret,
      check: checkSms,
      needsSecretAgain: smsNeedsSecretAgain,
    })
    return {}
  })
