import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { guardedRequest } from '../../platform/security/guarded-request.ts'
import { httpSms } from '../sms/http-sms.ts'
import { standInSms } from '../sms/stand-in-sms.ts'
import { twilioSms } from '../sms/twilio-sms.ts'
import type { Mailers } from './mail-provider.ts'
import { smtpMail } from './smtp-mail.ts'
import { standInMail } from './stand-in-mail.ts'
import { findInMailbox, insertIntoMailbox, selectMailbox, type KeepInMailbox } from './trial-mailbox-store.ts'

/** The ways to send mail and SMS; in a trial the mailbox, which keeps nothing where others can reach the trial. */
export const openMailers = ({ config, db }: Pick<Platform, 'config' | 'db'>): Mailers => {
  const { answerMs, sendMs } = config.limits.mail
  const networks = config.providerNetworks
  const keeps = config.mode === 'trial' && isThisMachineOnly(config)
  const keep: KeepInMailbox = keeps ? (item) => insertIntoMailbox(db.jobs, item) : () => Promise.resolve()
  const send = guardedRequest(networks)
  return {
    standIn: config.mode === 'trial' ? { mail: standInMail(keep), sms: standInSms(keep) } : null,
    mailbox: keeps
      ? { list: (address) => selectMailbox(db.request, address), find: (id) => findInMailbox(db.request, id) }
      : null,
    smtp: (smtp, password, senderName) =>
      smtpMail({
        config: smtp,
        password,
        senderName,
        ownHost: new URL(config.publicUrl).hostname,
        networks,
        answerMs,
        sendMs,
      }),
    sms: (sms, secret) =>
      sms.kind === 'http'
        ? httpSms({ config: sms, secret, send, answerMs })
        : twilioSms({ config: sms, authToken: secret, send, answerMs }),
  }
}
