import { z } from 'zod'
import type { PaytmConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayEdges } from '../ask-gateway.ts'
import {
  findRefusal,
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Buyer,
  type Evidence,
  type Money,
  type PaymentsProvider,
  type RefundResult,
  type Refusals,
  type Urls,
} from '../payments-provider.ts'
import { acceptWebhook, refuseWebhook } from '../webhook-reply.ts'
import { majorText, minorOf, supportsAmount } from '../wire-amount.ts'
import { isSignedByPaytm, memberText, signedTextOf, signPaytm } from './paytm-signature.ts'
import { readJson } from '../../read-json.ts'

const name = 'paytm'
const currency = 'INR'
const hosts = { live: 'https://secure.paytmpayments.com', sandbox: 'https://securestage.paytmpayments.com' }
/** One rupee is the least, also of a refund. */
const takes = { currencies: [currency], least: 100 }

const resultInfo = z.object({ resultStatus: z.string(), resultCode: z.string() })
const answerOf = <T extends z.ZodRawShape>(fields: T) => z.object({ body: z.object({ resultInfo, ...fields }) })

const started = answerOf({ txnToken: z.string().optional() })
/** An answer that refuses our call has the result alone. */
const orderStatus = answerOf({
  mid: z.string().optional(),
  orderId: z.string().optional(),
  txnId: z.string().optional(),
  txnAmount: z.string().optional(),
})
const refundStatus = answerOf({
  orderId: z.string().optional(),
  refId: z.string().optional(),
  refundId: z.string().optional(),
  refundAmount: z.string().optional(),
})
const notice = z.object({ mid: z.string(), orderId: z.string(), refId: z.string().optional() })
const signedJson = z.object({ head: z.object({ signature: z.string() }) })

type Notice = z.output<typeof notice>
type RefundStatus = z.output<typeof refundStatus>['body']

/** No order of this id: also said of one that is started and not tried yet. */
const noOrder = ['331', '334']
/** The buyer left the page. */
const left = '141'
/** No refund of this reference. */
const noRefund = '631'
/** Named as failures, though a refund of this reference may be made or under way: its state says which. */
const perhapsMade = ['617', '626', '628', '629', 'DUPLICATE_REF_ID']
/** Our call failed, not the refund. */
const noAnswer = ['330', '335', '501', noRefund, ...perhapsMade]
/** What the refusals of a refund mean [design/payments-112]. */
const refusals: Refusals = {
  // the transaction was cancelled, or less is left of it
  '607': 'gone',
  '619': 'gone',
  INVALID_REFUND_AMOUNT: 'gone',
  '600': 'final',
  '627': 'final',
  '635': 'final',
  '620': 'wait',
  REFUND_LIMIT_EXCEEDED: 'wait',
  MERCHANT_NOT_ENABLED_FOR_REFUND: 'wait',
}

const unreachable = unreachableOf(name)

const moneyOf = (amount: string | undefined): Money => {
  const minor = minorOf(amount ?? '', currency)
  return minor === null ? unreachable('amount') : { minor, currency }
}

/** A notice is a form with a checksum, or JSON whose body is signed. Null: it is not signed with the key. */
const readNotice = (text: string, key: string): Notice | 'unreadable' | null => {
  if (!text.startsWith('{')) {
    const fields = Object.fromEntries(new URLSearchParams(text))
    if (!isSignedByPaytm(signedTextOf(fields), key, fields['CHECKSUMHASH'] ?? '')) return null
    return notice.safeParse({ mid: fields['MID'], orderId: fields['ORDERID'] }).data ?? 'unreadable'
  }
  const head = signedJson.safeParse(readJson(text)).data
  const body = memberText(text, 'body')
  if (head === undefined || body === undefined || !isSignedByPaytm(body, key, head.head.signature)) return null
  return notice.safeParse(readJson(body)).data ?? 'unreadable'
}

/** A key of another kind is made unique by the attempt, since Paytm knows a reference once for all orders. */
const refIdOf = ({ id }: Attempt, key: string): string => (/^RP[0-9A-Z]{26}-/.test(key) ? key : `${id}-${key}`)

const refundResult = ({ resultInfo: { resultStatus, resultCode }, refundId }: RefundStatus): RefundResult => {
  if (resultStatus === 'TXN_FAILURE') {
    const refused = findRefusal(refusals, resultCode)
    if (refused !== null) return refused
    if (refundId !== undefined && !noAnswer.includes(resultCode)) return refuseRefund(resultCode)
  }
  if (refundId === undefined) return unreachable(resultCode)
  if (resultStatus === 'TXN_SUCCESS') return { status: 'done', providerRefundId: refundId }
  return resultStatus === 'PENDING' ? { status: 'pending', providerRefundId: refundId } : unreachable(resultStatus)
}

/** Paytm: its hosted page, which a form with a token leads to; cards only [design/payments-78]. */
export const paytmGateway = (config: PaytmConfig, edges: GatewayEdges): PaymentsProvider => {
  const { merchantId: mid, merchantKey: key } = config
  const base = edges.url ?? (config.sandbox ? hosts.sandbox : hosts.live)

  /** Signs exactly the characters that are sent. */
  const ask = async <T extends z.ZodType>(path: string, body: object, schema: T, signal: AbortSignal) => {
    const text = JSON.stringify(body)
    const answer = await askGateway(name, edges, base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal,
      body: `{"body":${text},"head":{"signature":${JSON.stringify(signPaytm(text, key))}}}`,
    })
    return readAnswer(name, answer, schema)
  }

  const query = async ({ id }: Pick<Attempt, 'id'>, signal: AbortSignal): Promise<Evidence> => {
    const { body } = await ask('/v3/order/status', { mid, orderId: id }, orderStatus, signal)
    const { resultStatus, resultCode } = body.resultInfo
    if (noOrder.includes(resultCode))
      return { attemptId: id, eventKey: `query:${id}:none`, outcome: { kind: 'pending', reason: 'no transaction' } }
    const { orderId, txnId } = body
    // An answer without them says something of our call, not of the payment [design/payments-63].
    if (orderId === undefined || txnId === undefined || body.mid !== mid) return unreachable(resultCode)
    const evidence = { attemptId: orderId, eventKey: `query:${txnId}:${resultStatus}` }
    switch (resultStatus) {
      case 'TXN_SUCCESS': {
        const money = moneyOf(body.txnAmount)
        return { ...evidence, outcome: { kind: 'paid', money, providerPaymentId: txnId, test: config.sandbox } }
      }
      case 'PENDING':
        return { ...evidence, outcome: { kind: 'pending', reason: resultCode } }
      case 'TXN_FAILURE':
        return resultCode === left
          ? { ...evidence, outcome: { kind: 'cancelled' } }
          : { ...evidence, outcome: { kind: 'failed', code: resultCode, retryableByBuyer: true } }
      default:
        return unreachable(resultStatus)
    }
  }

  const askRefund = async (orderId: string, refId: string, signal: AbortSignal): Promise<RefundStatus> =>
    (await ask('/v2/refund/status', { mid, orderId, refId }, refundStatus, signal)).body

  const refundEvidence = async (orderId: string, refId: string, signal: AbortSignal): Promise<Evidence> => {
    const body = await askRefund(orderId, refId, signal)
    const { status } = refundResult(body)
    const { refundId } = body
    if (refundId === undefined || body.orderId !== orderId || body.refId !== refId) return unreachable('refund')
    return {
      attemptId: orderId,
      eventKey: `refund:${refundId}:${status}`,
      outcome: {
        kind: 'refund',
        refundKey: refId,
        providerRefundId: refundId,
        money: moneyOf(body.refundAmount),
        status,
      },
    }
  }

  const handleWebhook: PaymentsProvider['handleWebhook'] = async ({ rawBody }, signal) => {
    const read = readNotice(rawBody.toString('utf8'), key)
    if (read === 'unreadable') return refuseWebhook(400)
    if (read === null || read.mid !== mid) return refuseWebhook(401)
    const { orderId, refId } = read
    const evidence =
      refId === undefined ? await query({ id: orderId }, signal) : await refundEvidence(orderId, refId, signal)
    return acceptWebhook([evidence])
  }

  /** The same order with the same content again is the same order at Paytm, with the same token. */
  const orderOf = ({ id, money }: Attempt, { customerId, email, mobile }: Buyer, { returnUrl }: Urls) => ({
    requestType: 'Payment',
    mid,
    websiteName: config.website,
    orderId: id,
    callbackUrl: returnUrl,
    txnAmount: { value: majorText(money, 2), currency: money.currency },
    userInfo: {
      custId: customerId.replace(/\W/g, '_'),
      ...(email === '' ? {} : { email }),
      // Paytm knows numbers of India alone.
      ...(/^\+91\d{10}$/.test(mobile) ? { mobile: mobile.slice(3) } : {}),
    },
    enablePaymentMode: [{ mode: 'CREDIT_CARD' }, { mode: 'DEBIT_CARD' }],
  })

  const at = (path: string, id: string): string => `${path}?${new URLSearchParams({ mid, orderId: id }).toString()}`

  return {
    name,
    formOrigins: [new URL(base).origin],
    takes: (code) => code === currency,
    supports: (money) => supportsAmount(money, takes),
    start: async (attempt, buyer, urls, signal) => {
      const path = at('/theia/api/v1/initiateTransaction', attempt.id)
      const { body } = await ask(path, orderOf(attempt, buyer, urls), started, signal)
      const { txnToken } = body
      if (body.resultInfo.resultStatus !== 'S' || txnToken === undefined) return unreachable(body.resultInfo.resultCode)
      return {
        action: {
          kind: 'form',
          action: base + at('/theia/api/v1/showPaymentPage', attempt.id),
          fields: [
            ['mid', mid],
            ['orderId', attempt.id],
            ['txnToken', txnToken],
          ],
        },
      }
    },
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook,
    query,
    refund: async (attempt, { key: refundKey, money, reason }, signal) => {
      const refId = refIdOf(attempt, refundKey)
      const request = { mid, txnType: 'REFUND', orderId: attempt.id, txnId: attempt.providerPaymentId ?? '', refId }
      const asked = { ...request, refundAmount: majorText(money, 2), comments: reason }
      const { body } = await ask('/refund/apply', asked, refundStatus, signal)
      const { resultStatus, resultCode } = body.resultInfo
      if (resultStatus !== 'TXN_FAILURE' || !perhapsMade.includes(resultCode)) return refundResult(body)
      const made = await askRefund(attempt.id, refId, signal)
      return made.resultInfo.resultCode === noRefund ? refuseRefund(resultCode, 'wait') : refundResult(made)
    },
    queryRefund: async (attempt, refundKey, _providerRefundId, signal) =>
      refundResult(await askRefund(attempt.id, refIdOf(attempt, refundKey), signal)),
  }
}
