import type { SendOutcome } from '@remis/domain/mail/next-try'

export interface OutgoingSms {
  /** The same in every try. */
  readonly id: string
  /** E.164 */
  readonly to: string
  readonly text: string
}

/** A way to send text messages. It answers and does not throw. */
export interface SmsProvider {
  readonly name: string
  send(sms: OutgoingSms): Promise<SendOutcome>
}
