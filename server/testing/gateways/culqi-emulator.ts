import type { Attempt } from '../../providers/payments/payments-provider.ts'
import type { Delivery } from '../gateway-conformance.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Charge {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly email: string
  readonly at: number
  readonly metadata: Readonly<Record<string, unknown>>
}

interface Refund {
  readonly id: string
  readonly charge_id: string
  readonly amount: number
  readonly reason: string
  readonly creation_date: number
  readonly metadata: Readonly<Record<string, unknown>>
}

type Body = Readonly<Record<string, unknown>>

/** What a token's card does: it is charged, declined, or its bank asks for an authentication first. */
export type CulqiCard = 'good' | 'poor' | 'auth'

const config = {
  publicKey: 'pk_test_emulated00000000',
  secretKey: 'sk_test_emulated00000000',
  webhookUser: 'culqi_hook',
  webhookPassword: 's3cret',
}
/** The answer of the bank, as the stand-in script gives it. */
const authentication = {
  eci: '05',
  xid: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
  protocolVersion: '2.1.0',
  directoryServerTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
}

const refuse = (status: number, type: string, message: string, more: Body = {}): EmulatedReply => ({
  status,
  body: { object: 'error', type, merchant_message: message, user_message: message, ...more },
})
const wrong = (param: string): EmulatedReply =>
  refuse(400, 'parameter_error', `El campo ${param} es inválido`, { code: 'invalid_parameter', param })
const unknown = (): EmulatedReply => refuse(404, 'resource_error', 'No existe')
const parse = (body: Buffer): Body => (body.length === 0 ? {} : (JSON.parse(body.toString()) as Body))
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const recordOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

/** Sixteen characters, as the ids of Culqi end. */
const random = (length = 16): string => {
  const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
  return Array.from({ length }, () => signs[Math.floor(Math.random() * signs.length)]).join('')
}

/**
 * Replaces js.culqi.com/checkout-js: a window with one button per card; the id of the token tells what the card does.
 */
const checkoutScript = `{
class CulqiCheckout {
  constructor(publicKey, config) {
    if (publicKey !== '${config.publicKey}') throw new Error('public key')
    const { settings, client, options } = config
    if (!settings.title || !Number.isInteger(settings.amount) || !/^(PEN|USD)$/.test(settings.currency)) throw new Error('settings')
    if (!client.email || options.paymentMethods.tarjeta !== true) throw new Error('config')
    this.token = undefined
    this.error = undefined
    this.box = undefined
  }
  open() {
    this.close()
    this.box = document.createElement('div')
    this.box.setAttribute('role', 'dialog')
    this.box.setAttribute('aria-label', 'Culqi')
    const press = (text, action) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = text
      button.addEventListener('click', action)
      this.box.append(button)
    }
    const give = (card) => () => {
      const rest = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
      this.token = { object: 'token', id: 'tkn_test_' + card + rest, email: 'payer@example.org' }
      this.culqi()
    }
    press('Pay', give('good'))
    press('Pay with a declined card', give('poor'))
    press('Pay with a card that its bank checks', give('auth'))
    press('Pay with a wrong number', () => {
      this.token = undefined
      this.error = { user_message: 'Número de tarjeta inválido.' }
      this.culqi()
    })
    press('Close', () => this.close())
    document.body.append(this.box)
  }
  close() {
    this.box?.remove()
    this.box = undefined
  }
}
window.CulqiCheckout = CulqiCheckout
}`

/** Replaces 3ds.culqi.com: the window of the bank. */
const authenticationScript = `window.Culqi3DS = {
  generateDevice: async () => crypto.randomUUID(),
  initAuthentication(token) {
    const { charge, card } = window.Culqi3DS.settings
    if (!/^tkn_/.test(token) || !Number.isInteger(charge.totalAmount) || !charge.returnUrl || !card.email) throw new Error('settings')
    document.getElementById('bank')?.remove()
    const box = document.createElement('div')
    box.id = 'bank'
    box.setAttribute('role', 'dialog')
    box.setAttribute('aria-label', 'Bank')
    for (const [text, data] of [['Confirm at the bank', { parameters3DS: ${JSON.stringify(authentication)} }], ['Refuse at the bank', { error: 'refused' }]]) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = text
      button.addEventListener('click', () => {
        box.remove()
        window.postMessage(data, location.origin)
      })
      box.append(button)
    }
    document.body.append(box)
  },
  reset() {},
}`

/** Culqi: charges of tokens, refunds, its two scripts for the browser, and notices with a password. */
export const openCulqiEmulator = async (): Promise<
  Omit<VendorEmulator, 'approve' | 'decline' | 'leave'> & {
    readonly config: typeof config
    /** what the page of the payer sends for this card */
    readonly tokenOf: (card: CulqiCard) => string
    readonly authentication: Readonly<Record<string, string>>
    readonly refundWebhook: (attempt: Attempt) => Promise<Delivery>
    /** the calls of charges so far */
    readonly asked: () => readonly Body[]
    readonly clearFaults: () => void
  }
> => {
  const charges: Charge[] = []
  const refunds: Refund[] = []
  const used = new Set<string>()
  const asked: Body[] = []
  const faults = new Faults()

  const refundedOf = (id: string) =>
    refunds.filter((one) => one.charge_id === id).reduce((sum, one) => sum + one.amount, 0)
  const view = ({ id, amount, currency, email, at, metadata }: Charge) => ({
    object: 'charge',
    id,
    creation_date: at,
    amount,
    amount_refunded: refundedOf(id),
    current_amount: amount - refundedOf(id),
    currency_code: currency,
    email,
    outcome: { type: 'venta_exitosa', code: 'AUT0000', user_message: 'Su compra ha sido exitosa.' },
    metadata,
  })
  const viewRefund = (one: Refund) => ({ object: 'refund', ...one })
  const attemptOf = (charge: Charge | undefined): string => textOf(charge?.metadata['payment_id'])
  const chargeOf = (attempt: Pick<Attempt, 'id'>) => charges.find((one) => attemptOf(one) === attempt.id)

  const createCharge = (body: Body): EmulatedReply => {
    asked.push(body)
    const { amount, currency_code: currency, email, source_id: source, capture, description, metadata } = body
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 300 || amount > 999_900)
      return wrong('amount')
    if (currency !== 'PEN' && currency !== 'USD') return wrong('currency_code')
    if (typeof email !== 'string' || !/^[^@\s]+@[\w.-]+$/.test(email) || email.length > 50) return wrong('email')
    if (capture !== true) return wrong('capture')
    if (description !== undefined && !/^.{5,80}$/u.test(textOf(description))) return wrong('description')
    const card = /^tkn_test_(good|poor|auth)\w{12}$/.exec(textOf(source))?.[1]
    if (card === undefined || used.has(textOf(source))) return wrong('source_id')
    const given = body['authentication_3DS']
    if (card === 'auth' && given === undefined)
      return { status: 200, body: { action_code: 'REVIEW', user_message: 'Se necesita autenticación 3DS' } }
    used.add(textOf(source))
    if (given !== undefined && JSON.stringify(given) !== JSON.stringify(authentication))
      return wrong('authentication_3DS')
    if (card === 'poor')
      return refuse(402, 'card_error', 'Fondos insuficientes', {
        charge_id: `chr_test_${random()}`,
        code: 'card_declined',
        decline_code: 'insufficient_funds',
      })
    const made = { id: `chr_test_${random()}`, amount, currency, email, at: Date.now(), metadata: recordOf(metadata) }
    charges.unshift(made)
    return { status: 201, body: view(made) }
  }

  const createRefund = (body: Body): EmulatedReply => {
    const of = charges.find(({ id }) => id === body['charge_id'])
    const { amount, reason } = body
    if (of === undefined) return unknown()
    if (!['duplicado', 'fraudulento', 'solicitud_comprador'].includes(textOf(reason))) return wrong('reason')
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0) return wrong('amount')
    if (amount > of.amount - refundedOf(of.id)) return wrong('amount')
    const made = {
      id: `ref_test_${random()}`,
      charge_id: of.id,
      amount,
      reason: textOf(reason),
      creation_date: Date.now(),
      metadata: recordOf(body['metadata']),
    }
    refunds.unshift(made)
    return { status: 201, body: viewRefund(made) }
  }

  /** The newest first, two per page so that pages are read. */
  const list = <T extends { readonly id: string }>(all: readonly T[], query: URLSearchParams): EmulatedReply => {
    if (!/^\d{10}$/.test(query.get('creation_date_from') ?? '')) return wrong('creation_date_from')
    const start = all.findIndex(({ id }) => id === query.get('after')) + 1
    const data = all.slice(start, start + 2)
    const next = start + 2 < all.length ? `https://api.culqi.com/v2/charges?after=${data.at(-1)?.id}` : null
    return { status: 200, body: { data, paging: { previous: null, next, cursors: { before: null, after: null } } } }
  }
  const listCharges = (query: URLSearchParams): EmulatedReply => {
    const from = Number(query.get('creation_date_from')) * 1000
    const fitting = charges.filter(
      ({ amount, currency, at }) =>
        at >= from && amount === Number(query.get('amount')) && currency === query.get('currency_code'),
    )
    return list(fitting.map(view), query)
  }

  const api = (path: string, { method, query, body }: EmulatedCall): EmulatedReply | 'lost' => {
    const sent = parse(body)
    const [, kind = '', id] = path.split('/')
    const of = charges.find((one) => one.id === (kind === 'refunds' ? sent['charge_id'] : id))
    const attempt = textOf(recordOf(sent['metadata'])['payment_id']) || attemptOf(of)
    if (method === 'POST' && kind === 'charges') {
      if (faults.is(attempt, 'create')) return refuse(500, 'api_error', 'Error')
      const reply = createCharge(sent)
      return faults.is(attempt, 'create-answer') ? 'lost' : reply
    }
    if (method === 'POST' && kind === 'refunds')
      return faults.is(attempt, 'refund') ? refuse(500, 'api_error', 'Error') : createRefund(sent)
    if (kind === 'charges' && id === undefined)
      return faults.has('query') ? refuse(500, 'api_error', 'Error') : listCharges(query)
    if (kind === 'charges') return of === undefined ? unknown() : { status: 200, body: view(of) }
    if (kind === 'refunds' && id === undefined) return list(refunds.map(viewRefund), query)
    const one = refunds.find((refund) => refund.id === id)
    return one === undefined ? unknown() : { status: 200, body: viewRefund(one) }
  }

  const server = await serveVendor('culqi', (call) => {
    const { path, headers } = call
    if (path === '/checkout-js') return { status: 200, body: checkoutScript, type: 'text/javascript' }
    if (path === '/3ds') return { status: 200, body: authenticationScript, type: 'text/javascript' }
    if (!path.startsWith('/v2/')) return { status: 404, body: 'Not found' }
    if (headers['authorization'] !== `Bearer ${config.secretKey}` || faults.has('credentials'))
      return refuse(401, 'authentication_error', 'La llave es inválida')
    if (headers['x-culqi-env'] !== 'test' || headers['x-api-version'] !== '2') return wrong('headers')
    return api(path.slice('/v2'.length), call)
  })

  /** `data` is text with names of its own. */
  const notice = (type: string, data: object): Promise<Delivery> => {
    const user = Buffer.from(`${config.webhookUser}:${config.webhookPassword}`).toString('base64')
    const body = {
      object: 'event',
      id: `evt_test_${random()}`,
      type,
      creation_date: Date.now(),
      data: JSON.stringify(data),
    }
    return Promise.resolve({
      headers: new Map([
        ['authorization', `Basic ${user}`],
        ['content-type', 'application/json'],
      ]),
      rawBody: Buffer.from(JSON.stringify(body)),
    })
  }

  return {
    url: server.url,
    config,
    tokenOf: (card) => `tkn_test_${card}${random(12)}`,
    authentication,
    asked: () => asked,
    clearFaults: () => faults.clear(),
    fail: (attempt, what) => {
      const of = chargeOf(attempt)
      // The office has refunded it in Culqi's panel, in two parts.
      if (what === 'refund-for-good' && of !== undefined)
        for (const amount of [of.amount - 1, 1])
          refunds.unshift({
            id: `ref_test_${random()}`,
            charge_id: of.id,
            amount,
            reason: 'solicitud_comprador',
            creation_date: Date.now(),
            metadata: {},
          })
      return faults.fail(attempt, what)
    },
    slowRefunds: null,
    orders: (attempt) => Promise.resolve(charges.filter((one) => attemptOf(one) === attempt.id).length),
    webhook: (attempt) => {
      const of = chargeOf(attempt)
      return notice('charge.creation.succeeded', {
        object: 'charge',
        id: of?.id ?? `chr_test_${random()}`,
        actualAmount: of?.amount ?? 0,
        metadata: { payment_id: attempt.id },
      })
    },
    refundWebhook: (attempt) => {
      const of = chargeOf(attempt)
      const made = refunds.find(({ charge_id }) => charge_id === of?.id)
      return notice('refund.creation.succeeded', { object: 'refund', id: made?.id, chargeId: of?.id })
    },
    stop: server.stop,
  }
}
