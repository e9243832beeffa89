import { z } from 'zod'
import type { PaypalConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import { unreachableOf, type Money } from '../payments-provider.ts'
import { minorOf } from '../wire-amount.ts'

export const name = 'paypal'
export const unreachable = unreachableOf(name)

export const amount = z.object({ value: z.string(), currency_code: z.string() })

export const moneyOf = ({ value, currency_code: currency }: z.output<typeof amount>): Money => ({
  minor: minorOf(value, currency) ?? unreachable('amount'),
  currency,
})

/** One call; `requestId` makes its repetition the same call. */
interface PaypalCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly requestId?: string
}

export type AskPaypal = (call: PaypalCall, signal: AbortSignal) => Promise<GatewayAnswer>

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const errorAnswer = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).optional() })

/** Seconds before its end at which a token is replaced. */
const spare = 60

/** What PayPal says about a refused call: the issue of its first detail, else its name. Null for another answer. */
export const issueOf = ({ json }: GatewayAnswer): string | null => {
  const { data } = errorAnswer.safeParse(json)
  return data === undefined ? null : (data.details?.[0]?.issue ?? data.name)
}

/** Calls the API of PayPal with a token, which is kept until it expires and replaced once after a 401. */
export const paypalApi = (config: PaypalConfig, edges: GatewayEdges): AskPaypal => {
  const base = edges.url ?? (config.sandbox ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com')
  let kept: { readonly token: string; readonly until: number } | null = null

  const newToken = async (signal: AbortSignal): Promise<string> => {
    const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
    const answer = await askGateway(name, edges, `${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal,
    })
    const { access_token: token, expires_in: seconds } = readAnswer(name, answer, tokenAnswer)
    kept = { token, until: edges.now() + (seconds - spare) * 1000 }
    return token
  }

  return async ({ method, path, body, requestId }, signal) => {
    const send = (token: string) =>
      askGateway(name, edges, `${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
        },
        ...(body === undefined ? {} : { body }),
        signal,
      })
    const answer = await send(kept !== null && edges.now() < kept.until ? kept.token : await newToken(signal))
    return answer.status === 401 ? send(await newToken(signal)) : answer
  }
}
