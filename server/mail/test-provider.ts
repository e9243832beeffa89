import { randomUUID } from 'node:crypto'
import type { mailApi } from '@remis/domain/mail/mail-api'
import type { SendOutcome } from '@remis/domain/mail/next-try'
import { renderMail, renderSms } from '@remis/domain/mail/render-mail'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { contactOf } from './mail-list-store.ts'
import type { MailDeps } from './mail-deps.ts'
import { findMailProvider, findSmsProvider } from './providers.ts'
import { voiceIn } from './render-queued.ts'

const notSetUp = () => new AppError(409, 'provider_missing')

/** Sends past the queue, so that the admin sees at once what the provider says. Only to the admin's own contacts. */
export const testProvider: UseCase<MailDeps, typeof mailApi.test> = async (app, call) => {
  const { channel } = call.body
  const { email, mobile, first_name, language } = await contactOf(app.db.request, call.who.id)
  const to = channel === 'mail' ? email : mobile
  if (to === null) throw new AppError(409, 'provider_test_without_contact')
  const voice = await voiceIn(app, language)
  const id = randomUUID()
  let outcome: SendOutcome
  if (channel === 'mail') {
    const provider = await findMailProvider(app)
    if (provider === null) throw notSetUp()
    const messageId = `${id}@${new URL(app.config.publicUrl).hostname}`
    outcome = await provider.send({ messageId, to, ...renderMail('test_mail', {}, first_name, voice) })
  } else {
    const provider = await findSmsProvider(app)
    if (provider === null) throw notSetUp()
    outcome = await provider.send({ id, to, text: renderSms('test_sms', {}, voice) })
  }
  const detail = (outcome.kind === 'accepted' ? '' : outcome.detail).replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300)
  return call.commit(async (tx) => {
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'mail-provider.test',
      subject: `mail-provider:${channel}`,
      data: { outcome: outcome.kind },
    })
    return { ok: outcome.kind === 'accepted', to, detail }
  })
}
