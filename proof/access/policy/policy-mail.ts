import type { Policy } from './policy-row.ts'

/** The queue of mails and SMS and their providers: for admins alone [design/mail-40], [design/mail-20]. */
export const mailPolicy: Policy = {
  'GET /api/mails': { to: { admin: 'mails' } },
  // names and reasons of other people
  'GET /api/mails/:id': { object: 'mail', to: { admin: 'what a mail says' }, inDemo: 'refused' },
  'POST /api/mails/:id/send-again': { object: 'mail', to: { admin: 'nothing' }, inDemo: 'refused' },
  // never a password
  'GET /api/mail-providers': { to: { admin: 'mail providers' } },
  'PUT /api/mail-providers/mail': { to: { admin: 'nothing' }, inDemo: 'refused' },
  'PUT /api/mail-providers/sms': { to: { admin: 'nothing' }, inDemo: 'refused' },
  'POST /api/mail-providers/test': { to: { admin: 'the outcome of a test mail' }, inDemo: 'refused' },
}
