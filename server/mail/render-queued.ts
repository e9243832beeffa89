import { hasSecret, isSecret, type MailTemplate } from '@remis/domain/mail/mail-templates'
import { templateOf, type MailVoice } from '@remis/domain/mail/fill-text'
import { renderMail, renderSms, type RenderedMail } from '@remis/domain/mail/render-mail'
import { english } from '@remis/domain/texts/english'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import type { MailDeps } from './mail-deps.ts'
import { firstNameOf, type QueuedRow } from './mail-store.ts'
import { mailBox } from './queue-mail.ts'

/** The words of this language, edited by the operator or not; of the default one where it does not exist. */
export const voiceIn = async (
  app: Pick<MailDeps, 'languages' | 'settings' | 'config'>,
  language: string | null,
): Promise<MailVoice> => {
  const languages = await app.languages.current()
  const found = languages.find(({ view }) => view.langLocale === language) ?? languages.find(({ view }) => view.default)
  const { appName, timezone } = await app.settings.current()
  return {
    appName,
    publicUrl: app.config.publicUrl,
    texts: found?.texts ?? english,
    language: found?.view.langLocale ?? fallbackLanguage.code,
    dateLocale: found?.view.dateLocale ?? fallbackLanguage.dateLocale,
    timeZone: timezone,
  }
}

/** The parameters with the sealed ones. Throws when they are erased or were sealed with another SECRET. */
const paramsOf = (app: MailDeps, row: QueuedRow, template: MailTemplate): Readonly<Record<string, string | number>> => {
  if (!hasSecret(template)) return row.params
  const opened = row.secrets === null ? undefined : mailBox(app).open({ sealed: row.secrets })
  if (typeof opened !== 'object' || opened === null) throw new Error('its link or code cannot be read')
  return { ...row.params, ...opened }
}

export interface RenderedRow extends RenderedMail {
  /** its links and codes, to keep them out of logs and details */
  readonly secrets: readonly string[]
}

/** The reader of a row: the language and the name in the greeting. */
interface Recipient {
  readonly voice: MailVoice
  readonly firstName: string | null
}

export const findRecipient = async (app: MailDeps, row: QueuedRow): Promise<Recipient> => ({
  voice: await voiceIn(app, row.language),
  firstName: await firstNameOf(app.db.jobs, row.user_id),
})

/** What is sent for a row of the queue. Throws where a template, a text or a secret is missing. */
export const renderQueued = (app: MailDeps, row: QueuedRow, { voice, firstName }: Recipient): RenderedRow => {
  const template = templateOf(row.template)
  const params = paramsOf(app, row, template)
  const secrets = Object.entries(template.params).flatMap(([name, kind]) =>
    isSecret(kind) ? [String(params[name])] : [],
  )
  if (row.channel === 'sms') return { subject: '', text: renderSms(row.template, params, voice), html: '', secrets }
  return { ...renderMail(row.template, params, firstName, voice), secrets }
}
