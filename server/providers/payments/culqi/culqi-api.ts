import { hourMs } from '@remis/domain/kit/durations'
import { z } from 'zod'
import type { CulqiConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import { GatewayUnreachable, type PaymentOutcome } from '../payments-provider.ts'

export const name = 'culqi'

const metadata = z.record(z.string(), z.unknown()).nullish()
/** Amounts are in céntimos, times in ms. */
export const charge = z.object({
  object: z.literal('charge'),
  id: z.string(),
  amount: z.int(),
  amount_refunded: z.int(),
  currency_code: z.string(),
  outcome: z.object({ type: z.string() }),
  metadata,
})
export const refund = z.object({
  object: z.literal('refund'),
  id: z.string(),
  charge_id: z.string(),
  amount: z.int(),
  creation_date: z.number(),
  metadata,
})
/** Charges of the account that have nothing to do with this server are in the list too. */
export const listed = z.looseObject({ id: z.string(), creation_date: z.number(), metadata })
export const problem = z.object({
  object: z.literal('error'),
  type: z.string(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
})

export type Charge = z.output<typeof charge>
export type Refund = z.output<typeof refund>

/** The attempt that a charge names; null: it is not of this server. */
export const attemptOf = ({ metadata }: Pick<Charge, 'metadata'>): string | null => {
  const id = metadata?.['payment_id']
  return typeof id === 'string' ? id : null
}

/** Why a bank declined a charge. */
const declines = [
  'contactar_emisor',
  'cvv_invalido',
  'expiracion_invalida',
  'fondos_insuficientes',
  'operacion_denegada',
  'tarjeta_perdida',
  'tarjeta_robada',
  'tarjeta_vencida',
]

/** A fully refunded charge counts as unpaid. Throws for an outcome that is not documented. */
export const outcomeOf = ({ id, amount, amount_refunded, currency_code, outcome }: Charge): PaymentOutcome => {
  if (declines.includes(outcome.type)) return { kind: 'failed', code: outcome.type, retryableByBuyer: false }
  if (outcome.type !== 'venta_exitosa') throw new GatewayUnreachable(name, outcome.type)
  if (amount_refunded >= amount) return { kind: 'failed', code: 'refunded', retryableByBuyer: false }
  return {
    kind: 'paid',
    money: { minor: amount, currency: currency_code },
    providerPaymentId: id,
    test: !id.startsWith('chr_live_'),
  }
}

/** Whether nothing was charged: the card was refused, or the token is used, expired or of another account. */
export const isRefusal = ({ status }: GatewayAnswer, type: string): boolean =>
  (status === 402 && type === 'card_error') ||
  ([400, 404, 422].includes(status) && ['parameter_error', 'invalid_request_error', 'resource_error'].includes(type))

/** Pages of a list that are read at most; Culqi lists 100 objects per page, the newest first. */
const mostPages = 20
/** How far Culqi's clock and ours may differ. */
const clocksDifferMs = hourMs

export const culqiApi = (config: CulqiConfig, edges: GatewayEdges) => {
  const base = `${edges.url ?? 'https://api.culqi.com'}/v2`

  const ask = (path: string, signal: AbortSignal, body?: object): Promise<GatewayAnswer> =>
    askGateway(name, edges, base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${config.secretKey}`,
        'content-type': 'application/json',
        'x-api-version': '2',
        'x-culqi-env': config.secretKey.startsWith('sk_live_') ? 'live' : 'test',
      },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  /** What Culqi says of a charge; undefined: it is unknown, or not of this server. */
  const findCharge = async (id: string, signal: AbortSignal): Promise<Charge | undefined> => {
    const answer = await ask(`/charges/${encodeURIComponent(id)}`, signal)
    if (answer.status === 404 && problem.safeParse(answer.json).success) return undefined
    const found = readAnswer(name, answer, charge)
    return attemptOf(found) === null ? undefined : found
  }

  return {
    ask,
    findCharge,
    read: async <T extends z.ZodType>(path: string, schema: T, signal: AbortSignal): Promise<z.output<T>> =>
      readAnswer(name, await ask(path, signal), schema),
    /**
     * Objects since a time that fit. The filters only make the list shorter: all of it is read until it is older, as it
     * would be without them. Throws when it is too long, since the wanted object could be missed.
     */
    list: async <T extends typeof listed | typeof refund>(
      kind: 'charges' | 'refunds',
      item: T,
      { since, filters = {}, fits }: ListQuery<z.output<T>>,
      signal: AbortSignal,
    ): Promise<readonly z.output<T>[]> => {
      const schema = z.object({
        data: z.array(item),
        paging: z.object({ next: z.string().nullish() }).nullish(),
      })
      const search = new URLSearchParams({
        ...filters,
        creation_date_from: String(Math.floor((since - clocksDifferMs) / 1000)),
        limit: '100',
      })
      const found: z.output<T>[] = []
      for (let page = 0; page < mostPages; page++) {
        const answer = readAnswer(name, await ask(`/${kind}?${search.toString()}`, signal), schema)
        const data = answer.data as readonly z.output<T>[]
        found.push(...data.filter(fits))
        const last = data.at(-1)
        if (last === undefined || !answer.paging?.next || last.creation_date < since - clocksDifferMs) return found
        search.set('after', last.id)
      }
      throw new GatewayUnreachable(name, `list of ${kind}`)
    },
  }
}

interface ListQuery<T> {
  /** ms */
  readonly since: number
  readonly filters?: Readonly<Record<string, string>>
  readonly fits: (item: T) => boolean
}

export type CulqiApi = ReturnType<typeof culqiApi>
