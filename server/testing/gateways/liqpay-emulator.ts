import { createHash } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Order {
  readonly id: string
  readonly paymentId: number
  readonly cents: number
  readonly currency: string
  readonly description: string
  readonly resultUrl: string
  readonly expires: number
  status: string
  errCode: string | null
  refundedCents: number
  /** accepted, and waiting for money of the shop */
  waitingCents: number
  info: string | null
}

type Fields = Readonly<Record<string, unknown>>

interface Config {
  readonly publicKey: string
  readonly privateKey: string
  readonly version: 3 | 7
}

const page = (body: string, status = 200): EmulatedReply => ({
  status,
  body: `<!doctype html><html lang="en"><title>LiqPay</title>${body}</html>`,
})
/** LiqPay refuses with status 200. */
const refusal = (code: string): EmulatedReply => ({
  status: 200,
  body: { result: 'error', status: 'error', err_code: code, err_description: code },
})

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
/** The hundredths of a JSON number with up to two decimals; NaN for anything else. */
const centsOf = (value: unknown): number => {
  const found = typeof value === 'number' ? /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) : null
  return found === null ? Number.NaN : Number(`${found[1]}${(found[2] ?? '').padEnd(2, '0')}`)
}

/** LiqPay's checkout, its API for status, data and refund, and its signed callbacks. */
export const openLiqpayEmulator = async (config: Config): Promise<VendorEmulator & { readonly config: Config }> => {
  const orders = new Map<string, Order>()
  const slow = new Set<string>()
  const faults = new Faults()
  const algorithm = { 3: 'sha1', 7: 'sha3-256' }[config.version]
  let ids = 2_000_000

  const sign = (data: string): string =>
    createHash(algorithm).update(`${config.privateKey}${data}${config.privateKey}`, 'utf8').digest().toString('base64')

  /** The fields of a signed form; a code where LiqPay refuses it. */
  const open = ({ headers, body }: EmulatedCall): Fields | string => {
    if (!(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) return 'err_missing'
    const form = new URLSearchParams(body.toString())
    const data = form.get('data') ?? ''
    if (form.get('signature') !== sign(data)) return 'invalid_signature'
    const fields = JSON.parse(Buffer.from(data, 'base64').toString()) as Fields
    if (fields['public_key'] !== config.publicKey) return 'public_key_not_found'
    return fields['version'] === config.version ? fields : 'err_api_action'
  }

  const view = (order: Order) => ({
    payment_id: order.paymentId,
    action: 'pay',
    status: order.status,
    version: config.version,
    type: 'buy',
    paytype: 'card',
    public_key: config.publicKey,
    acq_id: 414_963,
    order_id: order.id,
    liqpay_order_id: `L${order.paymentId}`,
    description: order.description,
    amount: order.cents / 100,
    currency: order.currency,
    ...(order.refundedCents === 0 ? {} : { refund_amount: order.refundedCents / 100 }),
    ...(order.info === null ? {} : { info: order.info }),
    ...(order.errCode === null ? {} : { err_code: order.errCode, err_description: order.errCode }),
    is_3ds: true,
    transaction_id: order.paymentId,
  })
  const need = (id: string): Order => {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }
  const pay = (order: Order): void => {
    order.status = 'success'
    order.errCode = null
  }

  const checkoutFault = (fields: Fields): string | null => {
    const urls = [textOf(fields, 'result_url'), textOf(fields, 'server_url')]
    const expires = textOf(fields, 'expired_date')
    if (fields['action'] !== 'pay') return 'err_api_action'
    if (!(centsOf(fields['amount']) > 0)) return 'err_payment_amount_limit'
    if (!['UAH', 'USD', 'EUR'].includes(textOf(fields, 'currency'))) return 'err_currency_is_not_allowed'
    if (textOf(fields, 'description') === '') return 'err_missing'
    if (!/^.{1,255}$/.test(textOf(fields, 'order_id'))) return 'order_id_empty'
    if (urls.some((url) => !URL.canParse(url) || url.length > 510)) return 'err_wrong'
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(expires)) return 'err_wrong'
    const paytypes = textOf(fields, 'paytypes').split(',')
    return paytypes.every((type) => ['card', 'apay', 'gpay', 'privat24'].includes(type)) ? null : 'err_wrong'
  }

  const shown = (order: Order): EmulatedReply =>
    order.expires < Date.now()
      ? page('expired', 410)
      : page(`<h1>${escapeHtml(order.description)}</h1><p>${order.cents / 100} ${order.currency}</p>
<form method="post" action="/liqpay/checkout/${order.id}/pay"><button>Pay</button></form>
<form method="post" action="/liqpay/checkout/${order.id}/decline"><button>Pay with a declined card</button></form>
<a href="${escapeHtml(order.resultUrl)}">Back</a>`)

  /** The same order again is the same page; a paid order or another amount is refused. */
  const checkout = (call: EmulatedCall): EmulatedReply => {
    const fields = open(call)
    if (typeof fields === 'string') return page(fields, 400)
    const fault = checkoutFault(fields)
    if (fault !== null) return page(fault, 400)
    const id = textOf(fields, 'order_id')
    const cents = centsOf(fields['amount'])
    const known = orders.get(id)
    if (known !== undefined && (known.status === 'success' || known.cents !== cents))
      return page('order_id_duplicate', 400)
    const order = known ?? {
      id,
      paymentId: ++ids,
      cents,
      currency: textOf(fields, 'currency'),
      description: textOf(fields, 'description'),
      resultUrl: textOf(fields, 'result_url'),
      expires: Date.parse(`${textOf(fields, 'expired_date').replace(' ', 'T')}Z`),
      status: 'prepared',
      errCode: null,
      refundedCents: 0,
      waitingCents: 0,
      info: null,
    }
    orders.set(id, order)
    return shown(order)
  }

  const decline = (order: Order): void => {
    order.status = 'failure'
    order.errCode = 'limit'
  }

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , id = '', button] = path.split('/')
    const order = orders.get(id)
    if (order === undefined || order.status === 'success') return page('no such page', 404)
    if (method !== 'POST') return shown(order)
    if (button === 'pay') pay(order)
    else decline(order)
    return button === 'pay' ? { status: 303, location: order.resultUrl } : shown(order)
  }

  const giveBack = (order: Order, cents: number): void => {
    order.refundedCents += cents
    if (order.refundedCents === order.cents) order.status = 'reversed'
  }

  const refund = (order: Order, fields: Fields): EmulatedReply => {
    const cents = centsOf(fields['amount'])
    if (faults.is(order.id, 'refund')) return page('Bad Gateway', 502)
    if (order.status !== 'success' || faults.is(order.id, 'refund-for-good')) return refusal('payment_err_status')
    if (!(cents > 0 && cents <= order.cents - order.refundedCents - order.waitingCents))
      return refusal('err_amount_hold')
    const waits = slow.has(order.id)
    if (waits) order.waitingCents += cents
    else giveBack(order, cents)
    const { status, paymentId } = order
    return {
      status: 200,
      body: { result: 'ok', action: 'refund', payment_id: paymentId, status, ...(waits ? { wait_amount: true } : {}) },
    }
  }

  const api = (call: EmulatedCall): EmulatedReply => {
    const fields = open(call)
    if (typeof fields === 'string') return refusal(fields)
    const id = textOf(fields, 'order_id')
    if (faults.is(id, 'credentials')) return refusal('err_access')
    if (faults.is(id, 'query')) return page('Bad Gateway', 502)
    const order = orders.get(id)
    if (order === undefined) return refusal('payment_not_found')
    switch (fields['action']) {
      case 'status':
        return { status: 200, body: { result: 'ok', ...view(order) } }
      case 'data':
        order.info = textOf(fields, 'info')
        return { status: 200, body: { result: 'ok', ...view(order) } }
      case 'refund':
        return refund(order, fields)
      default:
        return refusal('err_api_action')
    }
  }

  const server = await serveVendor('liqpay', (call) => {
    if (call.path.startsWith('/checkout/')) return onPage(call)
    if (call.method !== 'POST') return page('Method Not Allowed', 405)
    if (call.path === '/api/3/checkout') return checkout(call)
    return call.path === '/api/request' ? api(call) : page('Not Found', 404)
  })

  return {
    url: server.url,
    config,
    approve: ({ id }) => Promise.resolve(pay(need(id))),
    decline: ({ id }) => Promise.resolve(decline(need(id))),
    leave: () => Promise.resolve(),
    fail: faults.fail,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        const order = need(id)
        giveBack(order, order.waitingCents)
        order.waitingCents = 0
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(orders.has(id) ? 1 : 0),
    webhook: ({ id }) => {
      const data = Buffer.from(JSON.stringify(view(need(id)))).toString('base64')
      return Promise.resolve({
        headers: new Map([['content-type', 'application/x-www-form-urlencoded']]),
        rawBody: Buffer.from(new URLSearchParams({ data, signature: sign(data) }).toString()),
      })
    },
    stop: server.stop,
  }
}
