import { readAnswer } from '../ask-gateway.ts'
import {
  GatewayUnreachable,
  refuseRefund,
  type Attempt,
  type Evidence,
  type RefundRequest,
  type RefundResult,
} from '../payments-provider.ts'
import {
  attemptOf,
  charge,
  isRefusal,
  name,
  problem,
  refund as refundAnswer,
  type Charge,
  type CulqiApi,
  type Refund,
} from './culqi-api.ts'

const made = ({ id }: Refund): RefundResult => ({ status: 'done', providerRefundId: id })

/** Refunds of charges at Culqi. */
export const culqiRefunds = (api: CulqiApi) => {
  /**
   * The refund with this key in the complete list of refunds of a charge. Refunds without a key are counted by their
   * amount [design/payments-90].
   */
  const findRefund = async (
    attempt: Attempt,
    of: Charge,
    { key, money, alike }: RefundRequest,
    signal: AbortSignal,
  ): Promise<Refund | undefined> => {
    if (of.amount_refunded === 0) return undefined
    const fits = ({ charge_id }: Refund) => charge_id === of.id
    const refunds = await api.list('refunds', refundAnswer, { since: attempt.createdAt, fits }, signal)
    if (refunds.reduce((sum, { amount }) => sum + amount, 0) !== of.amount_refunded)
      throw new GatewayUnreachable(name, 'list of refunds')
    const keyOf = ({ metadata }: Refund) => metadata?.['key']
    const equal = refunds.filter(({ amount }) => amount === money.minor)
    return (
      equal.find((one) => keyOf(one) === key) ??
      (equal.length > alike ? equal.find((one) => keyOf(one) === undefined) : undefined)
    )
  }

  /** Culqi has no idempotency keys: looks for the key in the metadata of the charge's refunds first. */
  const refund = async (attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult> => {
    const { key, money } = request
    const of = await api.read(`/charges/${encodeURIComponent(attempt.providerPaymentId ?? '')}`, charge, signal)
    const known = await findRefund(attempt, of, request, signal)
    if (known !== undefined) return made(known)
    if (of.amount - of.amount_refunded < money.minor) return refuseRefund('more than is left of the charge', 'gone')
    const answer = await api.ask('/refunds', signal, {
      amount: money.minor,
      charge_id: of.id,
      reason: 'solicitud_comprador',
      metadata: { key },
    })
    const refused = problem.safeParse(answer.json).data
    // Culqi documents kinds of refusals and no codes, so none is final.
    if (refused !== undefined && isRefusal(answer, refused.type))
      return refuseRefund(refused.code ?? refused.type, 'wait')
    return made(readAnswer(name, answer, refundAnswer))
  }

  const queryRefund = async (id: string, signal: AbortSignal): Promise<RefundResult> =>
    made(await api.read(`/refunds/${encodeURIComponent(id)}`, refundAnswer, signal))

  /** Of a refund that a notice names; none when its charge is not of this server. */
  const evidenceOf = async (refundId: string, signal: AbortSignal): Promise<readonly Evidence[]> => {
    const returned = await api.read(`/refunds/${encodeURIComponent(refundId)}`, refundAnswer, signal)
    const of = await api.findCharge(returned.charge_id, signal)
    if (of === undefined) return []
    const key = returned.metadata?.['key']
    return [
      {
        attemptId: attemptOf(of),
        eventKey: `refund:${returned.id}`,
        outcome: {
          kind: 'refund',
          refundKey: typeof key === 'string' ? key : null,
          providerRefundId: returned.id,
          money: { minor: returned.amount, currency: of.currency_code },
          status: 'done',
        },
      },
    ]
  }

  return { refund, queryRefund, evidenceOf }
}
