import { headersOf, type HttpSmsConfig } from '@remis/domain/mail/provider-config'
import type { SendRequest } from '../../platform/security/guarded-request.ts'
import { noReply, refusalOf } from './sms-outcome.ts'
import type { SmsProvider } from './sms-provider.ts'

export interface HttpSmsOptions {
  readonly config: HttpSmsConfig
  readonly secret: string
  readonly send: SendRequest
  readonly answerMs: number
}

const placeholder = /\{\{(to|text|id|secret)\}\}/g

const asJson = (value: string): string => JSON.stringify(value).slice(1, -1)
const asXml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** How a value is written into a body of this media type. */
const writerFor = (mediaType: string): ((value: string) => string) => {
  if (/json/i.test(mediaType)) return asJson
  if (/x-www-form-urlencoded/i.test(mediaType)) return encodeURIComponent
  if (/xml/i.test(mediaType)) return asXml
  return (value) => value
}

/**
 * SMS by one HTTP call as the operator describes it. Values are escaped for their place in the request; only the
 * configured host is called and no redirect is followed [design/mail-22].
 */
export const httpSms = ({ config, secret, send, answerMs }: HttpSmsOptions): SmsProvider => ({
  name: 'http',
  send: async ({ id, to, text }) => {
    const values: Readonly<Record<string, string>> = { id, to, text, secret }
    const fill = (template: string, write: (value: string) => string) =>
      template.replace(placeholder, (_whole, name: string) => write(values[name] ?? ''))
    const headers = Object.fromEntries(
      headersOf(config.headers).map(([name, value]) => [
        name.toLowerCase(),
        // Neither a line break nor a letter that a header cannot carry.
        fill(value, (part) => part.replace(/[^\x20-\x7e]/g, '')),
      ]),
    )
    const body = config.method === 'GET' ? undefined : fill(config.body, writerFor(headers['content-type'] ?? ''))
    let wasWritten = false
    try {
      const reply = await send(
        { url: fill(config.url, encodeURIComponent), method: config.method, headers, body },
        answerMs,
        () => (wasWritten = true),
      )
      const accepted =
        config.success === 0 ? reply.status >= 200 && reply.status <= 299 : reply.status === config.success
      if (accepted) return { kind: 'accepted', ref: '' }
      // Another success than the expected one: the gateway took the call and refused the message.
      return reply.status < 300
        ? { kind: 'refused', permanent: true, detail: `${reply.status} ${reply.body.slice(0, 300)}` }
        : refusalOf(reply)
    } catch (error) {
      return noReply(error, wasWritten)
    }
  },
})
