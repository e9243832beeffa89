import type { Channel } from '@remis/domain/mail/mail-templates'
import type { SmsConfig, SmtpConfig } from '@remis/domain/mail/provider-config'
import type { Platform } from '../platform/http/use-case.ts'
import { secretBox, type SecretBox } from '../platform/security/secret-box.ts'
import type { MailProvider } from '../providers/mail/mail-provider.ts'
import type { SmsProvider } from '../providers/sms/sms-provider.ts'
import type { MailDeps } from './mail-deps.ts'
import { findProvider, type ProviderRow } from './mail-store.ts'

/** Seals the passwords of providers. */
export const providerBox = ({ secret }: Pick<Platform, 'secret'>): SecretBox =>
  secretBox(secret.keyFor('mail-providers'))

/** The stored secret of a provider; '' when there is none, or when it was sealed with another SECRET. */
export const secretOf = (app: Pick<Platform, 'secret'>, row: ProviderRow): string => {
  const opened = row.secret === null ? '' : providerBox(app).open({ sealed: row.secret })
  return typeof opened === 'string' ? opened : ''
}

/** Providers with a secret that was sealed with another SECRET [design/data-104]. */
export const listUnopenedProviders = async (app: Pick<Platform, 'db' | 'secret'>): Promise<Channel[]> => {
  const rows = await Promise.all((['mail', 'sms'] as const).map((channel) => findProvider(app.db.jobs, channel)))
  return rows.flatMap((row) => (row?.secret && secretOf(app, row) === '' ? row.channel : []))
}

/** null: none is set up, so mail waits. */
export const findMailProvider = async (app: MailDeps): Promise<MailProvider | null> => {
  if (app.mailers.standIn !== null) return app.mailers.standIn.mail
  const row = await findProvider(app.db.jobs, 'mail')
  if (row === undefined) return null
  const { appName } = await app.settings.current()
  return app.mailers.smtp(row.config as SmtpConfig, secretOf(app, row), appName)
}

export const findSmsProvider = async (app: MailDeps): Promise<SmsProvider | null> => {
  if (app.mailers.standIn !== null) return app.mailers.standIn.sms
  const row = await findProvider(app.db.jobs, 'sms')
  return row === undefined ? null : app.mailers.sms(row.config as SmsConfig, secretOf(app, row))
}
