/**
 * How a parameter of a template is given and shown. `path` and `secret-path` are paths of this app, which become links
 * with the public address; `day` and `time` are ms since 1970, shown in the operator's zone; `count` chooses a plural
 * form. A `code` and a `secret-path` are sealed while they wait and erased once they are sent [design/mail-3].
 */
export type ParamKind = 'text' | 'count' | 'day' | 'time' | 'path' | 'secret-path' | 'code'

export type Channel = 'mail' | 'sms'

export interface MailTemplate {
  readonly channel: Channel
  readonly params: Readonly<Record<string, ParamKind>>
  /** It is not sent later than this: its link or code has ended. Texts name it as minutes, hours or days. */
  readonly validMinutes?: number
  /** has a sentence below the button */
  readonly note?: true
  /** Rate-limited by the endpoint that queues it, so the queue's limit per address skips it [design/mail-43]. */
  readonly counted?: true
}

const minutes = { hour: 60, day: 1440 }
const expiring = { document: 'text', date: 'day', count: 'count', link: 'path' } as const

/**
 * Everything that Remis sends by mail or SMS. The texts of a mail are `mail_<name>_subject`, `_body`, `_button` with a
 * path and `_note`; the text of an SMS is `sms_<name>`. The creator of a code or link takes its expiry from
 * `validMinutes`.
 */
export const mailTemplates = {
  reset_password: {
    channel: 'mail',
    params: { link: 'secret-path', code: 'code' },
    validMinutes: 30,
    note: true,
    counted: true,
  },
  verify_email: {
    channel: 'mail',
    params: { link: 'secret-path' },
    validMinutes: minutes.day,
    note: true,
    counted: true,
  },
  /** to a new address, before it replaces the former one */
  confirm_email: { channel: 'mail', params: { code: 'code' }, validMinutes: 30, note: true, counted: true },
  /** to the former address */
  email_changed: { channel: 'mail', params: { link: 'path' }, note: true },
  mobile_changed: { channel: 'mail', params: { link: 'path' }, note: true },
  /** to the receiver of a parcel, who may have no account; the link itself ends with the trip [design/delivery-50] */
  receiver_link: { channel: 'sms', params: { link: 'secret-path' }, validMinutes: 2 * minutes.hour },
  sign_in_code: { channel: 'sms', params: { code: 'code' }, validMinutes: 10, counted: true },
  new_device: {
    channel: 'mail',
    params: { device: 'text', place: 'text', at: 'time', link: 'path' },
    note: true,
  },
  account_deletion_requested: { channel: 'mail', params: { date: 'day', link: 'path' } },
  export_ready: { channel: 'mail', params: { link: 'secret-path' }, validMinutes: minutes.day, note: true },
  driver_approved: { channel: 'mail', params: { link: 'path' } },
  driver_refused: { channel: 'mail', params: { reason: 'text', link: 'path' } },
  document_expiring: { channel: 'mail', params: expiring },
  /** the same, of a document that pauses its driver when it ends */
  document_pausing: { channel: 'mail', params: expiring },
  welcome: { channel: 'mail', params: { link: 'secret-path' }, validMinutes: 3 * minutes.day, counted: true },
  test_mail: { channel: 'mail', params: {} },
  test_sms: { channel: 'sms', params: {} },
} as const satisfies Readonly<Record<string, MailTemplate>>

type Templates = typeof mailTemplates
export type TemplateName = keyof Templates
type OfChannel<C extends Channel> = {
  [T in TemplateName]: Templates[T]['channel'] extends C ? T : never
}[TemplateName]
export type MailName = OfChannel<'mail'>
export type SmsName = OfChannel<'sms'>

/** What a caller gives for a template. */
export type MailParams<T extends TemplateName> = {
  readonly [P in keyof Templates[T]['params']]: Templates[T]['params'][P] extends 'count' | 'day' | 'time'
    ? number
    : string
}

/** A stored row may name a template that this version no longer has. */
export const templateNamed = (name: string): MailTemplate | undefined =>
  Object.hasOwn(mailTemplates, name) ? mailTemplates[name as TemplateName] : undefined

/** Templates that the queue's limit per address skips. */
export const countedTemplates: readonly string[] = Object.keys(mailTemplates).filter(
  (name) => templateNamed(name)?.counted,
)

export const isSecret = (kind: ParamKind): boolean => kind === 'code' || kind === 'secret-path'

export const hasSecret = ({ params }: MailTemplate): boolean => Object.values(params).some(isSecret)

/** A path of this app and nothing else: `//host` and `/\host` lead to other sites. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(path)
