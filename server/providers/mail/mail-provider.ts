import type { SendOutcome } from '@remis/domain/mail/next-try'
import type { SmsConfig, SmtpConfig } from '@remis/domain/mail/provider-config'
import type { SmsProvider } from '../sms/sms-provider.ts'

export interface OutgoingMail {
  /** The same in every try, so that the recipient's side can drop a second copy [design/mail-4]. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A way to send mail. It answers and does not throw. */
export interface MailProvider {
  readonly name: string
  send(mail: OutgoingMail): Promise<SendOutcome>
  /** Connects and signs in without sending. */
  check(): Promise<SendOutcome>
}

/** A mail or an SMS that a trial did not send. */
export interface MailboxRow {
  readonly id: number
  readonly channel: 'mail' | 'sms'
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: number
}

/** Makes the providers of an installation from what an admin entered. */
export interface Mailers {
  /** In a trial everything goes here, whatever is entered. */
  readonly standIn: { readonly mail: MailProvider; readonly sms: SmsProvider } | null
  /** What the stand-ins keep, for its page; null where they keep nothing. */
  readonly mailbox: {
    readonly list: (address: string | undefined) => Promise<readonly Omit<MailboxRow, 'html'>[]>
    readonly find: (id: number) => Promise<MailboxRow | undefined>
  } | null
  readonly smtp: (config: SmtpConfig, password: string, senderName: string) => MailProvider
  readonly sms: (config: SmsConfig, secret: string) => SmsProvider
}
