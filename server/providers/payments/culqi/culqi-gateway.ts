import { z } from 'zod'
import type { CulqiConfig } from '../../../platform/runtime/gateway-variables.ts'
import { readAnswer, type GatewayEdges } from '../ask-gateway.ts'
import { emailOrOwn } from '../buyer-email.ts'
import {
  GatewayUnreachable,
  type Attempt,
  type Buyer,
  type Evidence,
  type PaymentsProvider,
  type PayPage,
  type Submission,
  type SubmitResult,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { isSameText } from '../same-text.ts'
import { supportsAmount } from '../wire-amount.ts'
import { attemptOf, charge, culqiApi, isRefusal, listed, name, outcomeOf, problem, type Charge } from './culqi-api.ts'
import { culqiRefunds } from './culqi-refunds.ts'
import { readJson } from '../../read-json.ts'

/** Smallest and largest charge in céntimos, of both currencies. */
const range = { currencies: ['PEN', 'USD'], least: 300, most: 999_900 }

/** The bank wants to authenticate the buyer; nothing was charged. */
const review = z.object({ action_code: z.literal('REVIEW') })
const event = z.object({ type: z.string(), data: z.union([z.string(), z.record(z.string(), z.unknown())]) })

/** What the page sends after the buyer's bank has authenticated the buyer. */
const authenticationFields = ['eci', 'xid', 'cavv', 'protocolVersion', 'directoryServerTransactionId'] as const

const evidenceOf = (found: Charge): Evidence => {
  const outcome = outcomeOf(found)
  const what = outcome.kind === 'failed' ? outcome.code : outcome.kind
  return { attemptId: attemptOf(found), eventKey: `charge:${found.id}:${what}`, outcome }
}

/** Culqi takes e-mails of up to 50 characters. */
const emailOf = (attempt: Attempt, buyer: Buyer, urls: Urls): string => {
  const email = emailOrOwn(attempt, buyer, urls)
  return email.length <= 50 ? email : `rider@${new URL(urls.returnUrl).hostname}`
}

const ifLong = (key: string, text: string, least: number, most: number): Record<string, string> =>
  text.length < least ? {} : { [key]: text.slice(0, most) }

const readEvent = (body: Buffer): z.output<typeof event> | undefined =>
  event.safeParse(readJson(body.toString('utf8'))).data

/** Culqi: its Custom Checkout on a page of this server, cards only [design/payments-88]. */
export const culqiGateway = (config: CulqiConfig, edges: GatewayEdges): PaymentsProvider => {
  const api = culqiApi(config, edges)
  const refunds = culqiRefunds(api)
  const bank = edges.url === undefined ? 'https:' : new URL(edges.url).origin

  const pageOf = (
    attempt: Attempt,
    email: string,
    authenticate?: { readonly token: string; readonly device: string },
  ): PayPage => ({
    scripts:
      edges.url === undefined
        ? ['https://js.culqi.com/checkout-js', 'https://3ds.culqi.com']
        : [`${edges.url}/checkout-js`, `${edges.url}/3ds`],
    script: 'providers/payments/culqi/culqi-page.mjs',
    model: {
      publicKey: config.publicKey,
      title: attempt.description,
      currency: attempt.money.currency,
      amount: attempt.money.minor,
      email,
      ...(authenticate && { authenticate }),
    },
    connect: edges.url === undefined ? ['https://*.culqi.com'] : [],
    frames: [bank],
  })

  const submit = async (
    attempt: Attempt,
    { form, buyer, urls }: Submission,
    signal: AbortSignal,
  ): Promise<SubmitResult> => {
    const { id, money, description } = attempt
    const field = (key: string) => (form.get(key) ?? '').slice(0, 200)
    const [token, device] = [field('token'), field('device')]
    const email = emailOf(attempt, buyer, urls)
    // Only tokens of cards; tokens of other methods have another prefix.
    if (!/^tkn_(live|test)_\w+$/.test(token)) return { kind: 'page', page: pageOf(attempt, email) }
    const authentication = Object.fromEntries(
      authenticationFields.flatMap((key): [string, string][] => (field(key) === '' ? [] : [[key, field(key)]])),
    )
    const answer = await api.ask('/charges', signal, {
      amount: money.minor,
      currency_code: money.currency,
      email,
      source_id: token,
      capture: true,
      ...ifLong('description', description, 5, 80),
      metadata: { payment_id: id },
      antifraud_details: {
        ...ifLong('first_name', buyer.firstName, 2, 50),
        ...ifLong('last_name', buyer.lastName, 2, 50),
        ...ifLong('phone_number', buyer.mobile, 5, 15),
        ...ifLong('device_finger_print_id', device, 1, 200),
      },
      ...(Object.keys(authentication).length === 0 ? {} : { authentication_3DS: authentication }),
    })
    const refused = problem.safeParse(answer.json).data
    if (refused !== undefined && isRefusal(answer, refused.type)) {
      const code = refused.decline_code ?? refused.code ?? refused.type
      const outcome = { kind: 'failed', code, retryableByBuyer: false } as const
      return { kind: 'evidence', evidence: { attemptId: id, eventKey: `submit:${id}:${token}`, outcome } }
    }
    if (answer.status === 200 && review.safeParse(answer.json).success)
      return { kind: 'page', page: pageOf(attempt, email, { token, device }) }
    const evidence = evidenceOf(readAnswer(name, answer, charge))
    return { kind: 'evidence', evidence: { ...evidence, attemptId: evidence.attemptId ?? id } }
  }

  /** A charge is known by its own id alone, so the attempt's is found by amount and time, and named in its metadata. */
  const query = async ({ id, money, createdAt }: Attempt, signal: AbortSignal): Promise<Evidence> => {
    const filters = { amount: String(money.minor), currency_code: money.currency }
    const found = await api.list(
      'charges',
      listed,
      { since: createdAt, filters, fits: (one) => attemptOf(one) === id },
      signal,
    )
    const charges = found.map((one) => charge.safeParse(one).data)
    if (charges.includes(undefined)) throw new GatewayUnreachable(name, 'charge')
    const all = charges.flatMap((one) => (one === undefined ? [] : [evidenceOf(one)]))
    return (
      all.find(({ outcome }) => outcome.kind === 'paid') ??
      all[0] ?? { attemptId: id, eventKey: `query:${id}:none`, outcome: { kind: 'pending', reason: 'no charge' } }
    )
  }

  const expected = `Basic ${Buffer.from(`${config.webhookUser}:${config.webhookPassword}`).toString('base64')}`

  /** The password names the sender and signs nothing, so the ids of a notice are looked up and nothing else is read. */
  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ headers, rawBody }, signal) => {
    if (!isSameText(headers.get('authorization') ?? '', expected)) return refuseWebhook(401)
    const read = readEvent(rawBody)
    if (read === undefined) return refuseWebhook(400)
    const text = typeof read.data === 'string' ? read.data : JSON.stringify(read.data)
    const [chargeId] = /\bchr_(live|test)_\w+/.exec(text) ?? []
    const [refundId] = /\bref_(live|test)_\w+/.exec(text) ?? []
    if (read.type.startsWith('refund.') && refundId !== undefined)
      return acceptWebhook(await refunds.evidenceOf(refundId, signal))
    if (!read.type.startsWith('charge.') || chargeId === undefined) return acceptWebhook([])
    const found = await api.findCharge(chargeId, signal)
    return acceptWebhook(found === undefined ? [] : [evidenceOf(found)])
  }

  return {
    name,
    formOrigins: [],
    takes: (currency) => range.currencies.includes(currency),
    supports: (money) => supportsAmount(money, range),
    start: (attempt, buyer, urls) =>
      Promise.resolve({ action: { kind: 'page', page: pageOf(attempt, emailOf(attempt, buyer, urls)) } }),
    submit,
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook,
    query,
    refund: refunds.refund,
    queryRefund: (_attempt, _key, providerRefundId, signal) => refunds.queryRefund(providerRefundId, signal),
  }
}
