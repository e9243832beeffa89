import { createHash, createHmac } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { Delivery } from '../gateway-conformance.ts'
import { serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Config {
  readonly merchantId: string
  readonly password: string
  readonly transactionType: '0' | '2' | '4' | '6'
  readonly fingerprint: 'hmac-sha256' | 'sha1'
  readonly sandbox: boolean
}

interface Order {
  readonly form: ReadonlyMap<string, string>
  readonly transactionId: number
  /** null: no card was tried */
  summary: '1' | '2' | '4' | null
  triedAt: number
}

type Fields = Readonly<Record<string, string>>

interface SecurepayEmulator extends VendorEmulator {
  readonly config: Config
  /**
   * The result of the last try. `signed` are other values that SecurePay signs, `added` those that are put in after the
   * fingerprint was made.
   */
  readonly result: (attemptId: string, signed?: Fields, added?: Fields) => Delivery
  /** what the buyer's browser posts to the return address; nothing before a card was tried */
  readonly back: (attempt: { readonly id: string }) => Promise<Delivery>
}

const formFields = `bill_name merchant_id txn_type primary_ref amount currency fp_timestamp fingerprint return_url
return_url_target callback_url cancel_url template confirmation display_receipt card_types`.split(/\s+/)

const page = (body: string, status = 200): EmulatedReply => ({
  status,
  body: `<!doctype html><html lang="en"><title>SecureFrame</title>${body}</html>`,
})
const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:T]|\..*/g, '')
/** ms of 20261121031649; NaN for another text */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))

/** SecureFrame's form page, the result in the buyer's browser, and the callback. It has no API. */
export const openSecurepayEmulator = async (config: Config): Promise<SecurepayEmulator> => {
  const orders = new Map<string, Order>()
  let ids = 136_286

  const sign = (...values: readonly string[]): string => {
    const text = `${config.merchantId}|${config.password}|${values.join('|')}`
    return config.fingerprint === 'sha1'
      ? createHash('sha1').update(text, 'utf8').digest('hex')
      : createHmac('sha256', config.password).update(text, 'utf8').digest('hex')
  }
  const need = (id: string): Order => {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }
  const field = (order: Order, name: string): string => order.form.get(name) ?? ''
  const tryCard = (order: Order, summary: '1' | '2' | '4'): void => {
    order.summary = summary
    order.triedAt = Date.now()
  }

  const formFault = (form: ReadonlyMap<string, string>): string | null => {
    const value = (name: string): string => form.get(name) ?? ''
    const unknown = [...form.keys()].find((name) => !formFields.includes(name))
    if (unknown !== undefined) return unknown
    if (value('bill_name') !== 'transact' || value('merchant_id') !== config.merchantId) return 'merchant_id'
    if (value('txn_type') !== config.transactionType) return 'txn_type'
    if (!/^.{1,60}$/.test(value('primary_ref'))) return 'primary_ref'
    if (!/^[1-9]\d*$/.test(value('amount'))) return 'amount'
    if (value('currency') !== 'AUD') return 'currency'
    if (!(Math.abs(timeOf(value('fp_timestamp')) - Date.now()) < 3_600_000)) return 'fp_timestamp'
    const signed = ['txn_type', 'primary_ref', 'amount', 'fp_timestamp'].map(value)
    if (value('fingerprint') !== sign(...signed)) return 'fingerprint'
    return ['return_url', 'callback_url', 'cancel_url'].find((name) => !URL.canParse(value(name))) ?? null
  }

  const shown = (order: Order): EmulatedReply => {
    const id = field(order, 'primary_ref')
    const button = (action: string, text: string) =>
      `<form method="post" action="/securepay/secureframe/${id}/${action}"><button>${text}</button></form>`
    return page(`<h1>AUD ${field(order, 'amount')}</h1>
${button('pay', 'Pay')}
${button('decline', 'Pay with a declined card')}
<a href="${escapeHtml(field(order, 'cancel_url'))}">Cancel</a>`)
  }

  const invoice = ({ body }: EmulatedCall): EmulatedReply => {
    const form = new Map(new URLSearchParams(body.toString()))
    const fault = formFault(form)
    if (fault !== null) return page(`Invalid ${fault}`, 400)
    const id = form.get('primary_ref') ?? ''
    const order = orders.get(id) ?? { form, transactionId: ++ids, summary: null, triedAt: 0 }
    orders.set(id, order)
    return shown(order)
  }

  const result: SecurepayEmulator['result'] = (id, signed = {}, added = {}) => {
    const order = need(id)
    const amount = field(order, 'amount')
    const { refid, timestamp, summarycode, ...more } = {
      cardtype: 'Visa',
      txnid: String(order.transactionId),
      merchant: config.merchantId,
      rescode: order.summary === '1' ? '00' : '51',
      expirydate: '02/30',
      settdate: '20261121',
      pan: '444433...111',
      currency: 'AUD',
      amount,
      restext: order.summary === '1' ? 'Approved' : 'Insufficient Funds',
      timestamp: stamp(order.triedAt),
      refid: id,
      summarycode: order.summary ?? '3',
      ...signed,
    }
    const fingerprint = sign(refid, more.amount, timestamp, summarycode)
    // 3D Secure states a declined amount in dollars, and signs it in cents.
    const isDecimal = ['4', '6'].includes(config.transactionType) && order.summary === '2'
    const dollars = isDecimal ? { amount: (Number(more.amount) / 100).toFixed(2) } : {}
    const fields = { ...more, ...dollars, timestamp, fingerprint, refid, summarycode, ...added }
    return {
      headers: new Map([['content-type', 'application/x-www-form-urlencoded']]),
      rawBody: Buffer.from(new URLSearchParams(fields).toString()),
    }
  }

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , id = '', button] = path.split('/')
    const order = orders.get(id)
    if (order === undefined || method !== 'POST') return page('no such page', 404)
    tryCard(order, button === 'pay' ? '1' : '2')
    const fields = new URLSearchParams(result(id).rawBody.toString())
    const inputs = [...fields].map(([key, value]) => `<input type="hidden" name="${key}" value="${escapeHtml(value)}">`)
    return page(`<form method="post" action="${escapeHtml(field(order, 'return_url'))}">${inputs.join('')}</form>
<script>document.forms[0].submit()</script>`)
  }

  const server = await serveVendor('securepay', (call) => {
    if (call.path === '/secureframe/invoice') return call.method === 'POST' ? invoice(call) : page('Bad Request', 400)
    return onPage(call)
  })

  return {
    url: server.url,
    config,
    result,
    back: ({ id }) => {
      const summary = orders.get(id)?.summary ?? null
      return Promise.resolve(summary === null ? { headers: new Map(), rawBody: Buffer.alloc(0) } : result(id))
    },
    approve: ({ id }) => Promise.resolve(tryCard(need(id), '1')),
    decline: ({ id }) => Promise.resolve(tryCard(need(id), '2')),
    leave: ({ id }) => Promise.resolve(tryCard(need(id), '4')),
    fail: () => Promise.resolve(),
    slowRefunds: null,
    orders: ({ id }) => Promise.resolve(orders.has(id) ? 1 : 0),
    webhook: ({ id }) => Promise.resolve(result(id)),
    stop: server.stop,
  }
}
