import { z } from 'zod'
import type { PaypalConfig } from '../../../platform/runtime/gateway-variables.ts'
import { readAnswer, type GatewayEdges } from '../ask-gateway.ts'
import type { RawRequest } from '../payments-provider.ts'
import { name, type AskPaypal } from './paypal-api.ts'

/** A verified event. */
export interface Resource {
  readonly type: string
  readonly resource: unknown
}

const event = z.object({ event_type: z.string(), resource: z.unknown() })
const verdict = z.object({ verification_status: z.string() })

/** PayPal repeats an event for three days. */
const oldestMs = 4 * 24 * 3600 * 1000

const readObject = (text: string): Resource | null => {
  try {
    const { data } = event.safeParse(JSON.parse(text))
    return data === undefined ? null : { type: data.event_type, resource: data.resource }
  } catch {
    return null
  }
}

/** Reads an event after PayPal confirmed its signature. Null: unreadable, too old, or not from PayPal. */
export const paypalEvents =
  ({ webhookId }: PaypalConfig, { now, signatureSeconds }: GatewayEdges, ask: AskPaypal) =>
  async ({ headers, rawBody }: RawRequest, signal: AbortSignal): Promise<Resource | null> => {
    const text = rawBody.toString('utf8')
    // Read first: only JSON may be spliced into the JSON of the question.
    const found = readObject(text)
    const header = (part: string) => headers.get(`paypal-${part}`) ?? ''
    const age = now() - Date.parse(header('transmission-time'))
    if (found === null || !(age <= oldestMs && age >= -signatureSeconds * 1000)) return null
    const signed = {
      auth_algo: header('auth-algo'),
      cert_url: header('cert-url'),
      transmission_id: header('transmission-id'),
      transmission_sig: header('transmission-sig'),
      transmission_time: header('transmission-time'),
      webhook_id: webhookId,
    }
    if (Object.values(signed).includes('')) return null
    // The signature covers the text as it was sent: JSON that is written again may differ.
    const body = `${JSON.stringify(signed).slice(0, -1)},"webhook_event":${text}}`
    const call = { method: 'POST', path: '/v1/notifications/verify-webhook-signature', body } as const
    const { verification_status: status } = readAnswer(name, await ask(call, signal), verdict)
    return status === 'SUCCESS' ? found : null
  }
