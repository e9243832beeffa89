import {
  isOwnPath,
  isSecret,
  mailTemplates,
  type Channel,
  type MailName,
  type MailParams,
  type MailTemplate,
  type SmsName,
  type TemplateName,
} from '@remis/domain/mail/mail-templates'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { secretBox, type SecretBox } from '../platform/security/secret-box.ts'
import { insertMail } from './mail-store.ts'

/** Seals the links and codes of waiting mails and SMS. */
export const mailBox = ({ secret }: Pick<Platform, 'secret'>): SecretBox => secretBox(secret.keyFor('mail-queue'))

interface Content<T extends TemplateName> {
  readonly template: T
  readonly params: MailParams<T>
  /** Language code; without it the language of the person, else the default one. */
  readonly language?: string | undefined
}

/** With a `userId` alone, the address of that account as it is now. */
export type QueuedMail<T extends MailName> = Content<T> &
  ({ readonly userId: string; readonly address?: string } | { readonly userId?: undefined; readonly address: string })

export type QueuedSms<T extends SmsName> = Content<T> &
  ({ readonly userId: string; readonly phone?: string } | { readonly userId?: undefined; readonly phone: string })

/**
 * Queues a mail in the caller's transaction: it is sent at least once after the commit, and not at all after a rollback
 * [design/mail-1]. False when the account has no email address.
 */
export const queueMail = <T extends MailName>(
  app: Pick<Platform, 'secret'>,
  tx: Tx,
  mail: QueuedMail<T>,
): Promise<boolean> => queue(app, tx, 'mail', { ...mail, to: mail.address })

/** The same for a text message; `phone` in E.164. False when the account has no phone number. */
export const queueSms = <T extends SmsName>(
  app: Pick<Platform, 'secret'>,
  tx: Tx,
  sms: QueuedSms<T>,
): Promise<boolean> => queue(app, tx, 'sms', { ...sms, to: sms.phone })

interface Queued {
  readonly template: TemplateName
  readonly params: Readonly<Record<string, string | number>>
  readonly language?: string | undefined
  readonly userId?: string | undefined
  readonly to: string | undefined
}

const queue = (app: Pick<Platform, 'secret'>, tx: Tx, channel: Channel, queued: Queued): Promise<boolean> => {
  const { template, language, userId, to } = queued
  const { params: kinds, validMinutes }: MailTemplate = mailTemplates[template]
  const open: Record<string, string | number> = {}
  const sealed: Record<string, string | number> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const value = queued.params[name]
    if (value === undefined) throw new Error(`${template} needs ${name}`)
    if ((kind === 'path' || kind === 'secret-path') && !isOwnPath(String(value)))
      throw new Error(`${name} of ${template} is not a path of this app`)
    if (isSecret(kind)) sealed[name] = value
    else open[name] = value
  }
  return insertMail(tx, {
    id: newId(),
    channel,
    userId: userId ?? null,
    address: to ?? null,
    template,
    params: open,
    secrets: Object.keys(sealed).length === 0 ? null : mailBox(app).seal(sealed).sealed,
    language: language ?? null,
    validMinutes: validMinutes ?? null,
  })
}
