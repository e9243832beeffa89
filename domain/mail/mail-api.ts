import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { nothing, text, uuid } from '../kit/schema.ts'
import { channels, mailRoutes, mailSorts, mailStates } from './mail-routes.ts'
import { mostPort } from './provider-config.ts'

/** A mail or an SMS of the queue, as admins see it. */
const mailView = z.object({
  id: z.string(),
  channel: z.enum(channels),
  /** address or number; hidden in demo mode */
  to: z.string(),
  template: z.string(),
  state: z.enum(mailStates),
  /** refusals of the provider */
  tries: z.int(),
  /** why it is no longer sent */
  failure: z.enum(['refused', 'no_answer', 'expired', 'broken']).nullable(),
  /** what the provider said last */
  detail: z.string(),
  /** whether it may be sent again: it failed, and its link or code has not ended */
  again: z.boolean(),
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  nextTryAt: z.number().nullable(),
})
export type MailView = z.output<typeof mailView>

const smtpConfig = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(['tls', 'starttls', 'none']),
  user: z.string(),
  from: z.string(),
})
const httpSmsConfig = z.object({
  kind: z.literal('http'),
  url: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  headers: z.string(),
  body: z.string(),
  success: z.int(),
})
const twilioConfig = z.object({ kind: z.literal('twilio'), accountSid: z.string(), from: z.string() })

const provider = <Config extends z.ZodType>(config: Config) =>
  z.object({ config, hasSecret: z.boolean(), updatedAt: z.number() }).nullable()

const providersView = z.object({
  /** a trial sends nothing: `mailbox` is the page that shows its mails, null where others can reach the trial */
  trial: z.boolean(),
  mailbox: z.string().nullable(),
  mail: provider(smtpConfig),
  sms: provider(z.discriminatedUnion('kind', [httpSmsConfig, twilioConfig])),
  waiting: z.object({ mail: z.int(), sms: z.int() }),
})
export type ProvidersView = z.output<typeof providersView>

/** Absent: the stored one is kept. Empty: there is none. */
const secret = text(500).optional()

const smtpEntry = z.strictObject({
  host: text(253),
  port: z.int().min(1).max(mostPort),
  security: z.enum(['tls', 'starttls', 'none']),
  user: text(300),
  from: text(254),
})
const smsEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    url: text(1000),
    method: z.enum(['GET', 'POST', 'PUT']),
    headers: text(2000),
    body: text(4000),
    success: z.int().min(0).max(999),
  }),
  z.strictObject({ kind: z.literal('twilio'), accountSid: text(60), from: text(60) }),
])

export const mailApi = {
  list: endpoint(mailRoutes.list, {
    summary: 'The mails and SMS of the queue, the last one first',
    relation: 'none',
    rate: 'read',
    query: listQuery(mailSorts, {
      state: z.enum(mailStates).optional(),
      channel: z.enum(channels).optional(),
    }),
    reply: page(mailView),
  }),
  read: endpoint(mailRoutes.read, {
    summary: 'What a mail or an SMS says; null where it holds a link or a code',
    relation: { object: 'mail', allow: ['admin'] },
    rate: 'read',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    reply: z.object({ content: z.object({ subject: z.string(), text: z.string() }).nullable() }),
  }),
  sendAgain: endpoint(mailRoutes.sendAgain, {
    summary: 'Puts a failed mail or SMS into the queue again; audited',
    relation: { object: 'mail', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
  providers: endpoint(mailRoutes.providers, {
    summary: 'How mail and SMS are sent, without passwords, and how many wait',
    relation: 'none',
    rate: 'read',
    reply: providersView,
  }),
  changeMail: endpoint(mailRoutes.changeMail, {
    summary: 'Sets the mail server, or none; needs the password of the last minutes; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ config: smtpEntry.nullable(), secret }),
    reply: nothing,
  }),
  changeSms: endpoint(mailRoutes.changeSms, {
    summary: 'Sets the SMS gateway, or none; needs the password of the last minutes; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ config: smsEntry.nullable(), secret }),
    reply: nothing,
  }),
  test: endpoint(mailRoutes.test, {
    summary: 'Sends a test to the admin’s own address or number and answers what the provider said',
    relation: 'self',
    rate: 'token',
    refusedInDemo: true,
    body: z.strictObject({ channel: z.enum(channels) }),
    reply: z.object({ ok: z.boolean(), to: z.string(), detail: z.string() }),
  }),
}
