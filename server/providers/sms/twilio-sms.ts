import type { TwilioConfig } from '@remis/domain/mail/provider-config'
import type { SendRequest } from '../../platform/security/guarded-request.ts'
import { noReply, refusalOf } from './sms-outcome.ts'
import type { SmsProvider } from './sms-provider.ts'

export interface TwilioOptions {
  readonly config: TwilioConfig
  readonly authToken: string
  readonly send: SendRequest
  readonly answerMs: number
}

const api = 'https://api.twilio.com/2010-04-01'

interface Answer {
  readonly sid?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

const read = (body: string): Answer => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/**
 * SMS by Twilio (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource): a form with
 * basic sign-in, 201 with the message's `sid`; errors carry `code` and `message`.
 */
export const twilioSms = ({ config, authToken, send, answerMs }: TwilioOptions): SmsProvider => ({
  name: 'twilio',
  send: async ({ to, text }) => {
    const sender = config.from.startsWith('+') ? { From: config.from } : { MessagingServiceSid: config.from }
    let wasWritten = false
    try {
      const reply = await send(
        {
          url: `${api}/Accounts/${config.accountSid}/Messages.json`,
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${config.accountSid}:${authToken}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ To: to, ...sender, Body: text }).toString(),
        },
        answerMs,
        () => (wasWritten = true),
      )
      const { sid, code, message } = read(reply.body)
      if (reply.status === 201 && typeof sid === 'string') return { kind: 'accepted', ref: sid }
      if (reply.status < 300)
        return { kind: 'refused', permanent: false, detail: `${reply.status} without a message id` }
      return refusalOf(reply, typeof message === 'string' ? `${String(code)} ${message}`.slice(0, 300) : undefined)
    } catch (error) {
      return noReply(error, wasWritten)
    }
  },
})
