import { createHash } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { Delivery } from '../gateway-conformance.ts'
import {
  serveVendor,
  type EmulatedCall,
  type EmulatedReply,
  type Fault,
  type VendorEmulator,
} from './vendor-emulator.ts'

interface Config {
  readonly merchantId: string
  readonly merchantKey: string
  readonly passphrase: string
  readonly sandbox: boolean
}

interface Order {
  readonly form: ReadonlyMap<string, string>
  readonly paymentId: number
  status: 'NEW' | 'FAILED' | 'COMPLETE'
  paidAt: number
  readonly refunds: number[]
}

interface PayfastEmulator extends VendorEmulator {
  readonly config: Config
  /** forgets all faults: most calls of Payfast's API name no payment, so that a fault of one is a fault of all */
  readonly heal: () => void
  /** a notification with values that differ from the payment, signed by Payfast */
  readonly itn: (attemptId: string, changes?: Readonly<Record<string, string>>) => Delivery
  readonly payAt: (attemptId: string, ms: number) => void
  /** unrelated payments of the day, at the top of the history */
  readonly addOthers: (count: number, ms: number) => void
  readonly refundsOf: (attemptId: string) => readonly number[]
}

/** The documented order of the form's fields. */
const formFields =
  `merchant_id merchant_key return_url cancel_url notify_url name_first name_last email_address cell_number m_payment_id
amount item_name item_description custom_int1 custom_str1 email_confirmation confirmation_address payment_method
signature`.split(/\s+/)

/** PHP's urlencode, byte by byte. */
const urlencode = (value: string): string =>
  [...Buffer.from(value, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      if (/[A-Za-z0-9\-_.]/.test(sign)) return sign
      return sign === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
const hash = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')
const query = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([key, value]) => `${key}=${urlencode(value)}`).join('&')

const page = (body: string, status = 200): EmulatedReply => ({
  status,
  body: `<!doctype html><html lang="en"><title>Payfast</title>${body}</html>`,
})
const answer = (code: number, response: unknown, message = 'Success'): EmulatedReply => ({
  status: code,
  body: { code, status: code === 200 ? 'success' : 'failed', data: { response, message } },
})
const majorOf = (cents: number): string => (cents / 100).toFixed(2)
/** `1,234.50`, as the history writes amounts */
const grouped = (cents: number): string =>
  majorOf(cents).replace(/\B(?=(\d{3})+(?!\d))/g, (at, _digits, index: number, all: string) =>
    index < all.indexOf('.') ? ',' : at,
  )
const csvCell = (value: string): string => (/[",\s]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const localTime = (ms: number): string => new Date(ms + 7_200_000).toISOString().slice(0, 19).replace('T', ' ')
const historyHead =
  'Date,Type,Sign,Party,Name,Description,Currency,Funding Type,Gross,Fee,Net,Balance,M Payment ID,PF Payment ID,custom str1'

/** Payfast's form page, its ITN with validation, and its API for history and refunds. */
export const openPayfastEmulator = async (config: Config): Promise<PayfastEmulator> => {
  const orders = new Map<string, Order>()
  const sent = new Set<string>()
  const faults = new Map<string, Fault>()
  const others: { readonly at: number; readonly line: string }[] = []
  let ids = 1_089_250

  const isFaulty = (fault: Fault): boolean => [...faults.values()].includes(fault)
  const need = (id: string): Order => {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }
  const field = (order: Order, name: string): string => order.form.get(name) ?? ''
  const centsOf = (order: Order): number => Math.round(Number(field(order, 'amount')) * 100)

  const formFault = (pairs: readonly (readonly [string, string])[]): string | null => {
    const names = pairs.map(([key]) => key)
    const form = new Map(pairs)
    const places = names.map((key) => formFields.indexOf(key))
    if (places.includes(-1) || places.some((place, index) => place <= (places[index - 1] ?? -1))) return 'order'
    if (pairs.some(([, value]) => value === '' || value !== value.trim())) return 'blank field'
    if (form.get('merchant_id') !== config.merchantId || form.get('merchant_key') !== config.merchantKey)
      return 'merchant'
    const signed = `${query(pairs.slice(0, -1))}&passphrase=${urlencode(config.passphrase)}`
    if (form.get('signature') !== hash(signed)) return 'Generated signature does not match submitted signature'
    if (!/^\d+\.\d\d$/.test(form.get('amount') ?? '') || Number(form.get('amount')) <= 0) return 'amount'
    if (!/^.{1,100}$/.test(form.get('item_name') ?? '') || !/^.{1,100}$/.test(form.get('m_payment_id') ?? ''))
      return 'item_name'
    if (form.has('email_address') && !/^\S+@\S+$/.test(form.get('email_address') ?? '')) return 'email_address'
    if (form.get('payment_method') !== 'cc') return 'payment_method'
    return ['return_url', 'cancel_url', 'notify_url'].every((key) => URL.canParse(form.get(key) ?? '')) ? null : 'url'
  }

  const shown = (order: Order): EmulatedReply => {
    const id = field(order, 'm_payment_id')
    return page(`<h1>${escapeHtml(field(order, 'item_name'))}</h1><p>R ${field(order, 'amount')}</p>
<form method="post" action="/payfast/eng/process/payment/${id}/pay"><button>Pay</button></form>
<form method="post" action="/payfast/eng/process/payment/${id}/decline"><button>Pay with a declined card</button></form>
<a href="${escapeHtml(field(order, 'cancel_url'))}">Cancel</a>`)
  }

  const process = ({ body }: EmulatedCall): EmulatedReply => {
    const pairs = [...new URLSearchParams(body.toString())]
    const fault = formFault(pairs)
    if (fault !== null) return page(fault, 400)
    const form = new Map(pairs)
    const id = form.get('m_payment_id') ?? ''
    const known = orders.get(id)
    if (known !== undefined && known.status === 'COMPLETE') return page('This payment has been made.', 400)
    const order = known ?? { form, paymentId: ++ids, status: 'NEW' as const, paidAt: 0, refunds: [] }
    orders.set(id, order)
    return shown(order)
  }

  const pay = (order: Order, at: number): void => {
    order.status = 'COMPLETE'
    order.paidAt = at
  }

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , , , id = '', button] = path.split('/')
    const order = orders.get(id)
    if (order === undefined || order.status === 'COMPLETE') return page('no such page', 404)
    if (method !== 'POST') return shown(order)
    if (button !== 'pay') {
      order.status = 'FAILED'
      return shown(order)
    }
    pay(order, Date.now())
    return { status: 303, location: field(order, 'return_url') }
  }

  const isSigned = ({ headers, query: search, body }: EmulatedCall): boolean => {
    const names = ['merchant-id', 'version', 'timestamp']
    const given = names.map((key): [string, string] => [key, headers[key] ?? ''])
    const json = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, string | number>)
    const values = [
      ...given,
      ...[...search].filter(([key]) => key !== 'testing'),
      ...Object.entries(json).map(([key, value]): [string, string] => [key, String(value)]),
      ['passphrase', config.passphrase] as [string, string],
    ].filter(([, value]) => value !== '')
    values.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const minutes = Math.abs(Date.now() - Date.parse(headers['timestamp'] ?? '')) / 60_000
    const isOurs = headers['merchant-id'] === config.merchantId && headers['version'] === 'v1' && minutes < 15
    return isOurs && headers['signature'] === hash(query(values))
  }

  const lineOf = (order: Order): string =>
    [
      localTime(order.paidAt),
      'FUNDS_RECEIVED',
      'CREDIT',
      `${field(order, 'name_first')} "T", ${field(order, 'name_last')}`,
      field(order, 'item_name'),
      '',
      'ZAR',
      'CC',
      grouped(centsOf(order)),
      '-2.30',
      majorOf(centsOf(order) - 230),
      '22,574.02',
      field(order, 'm_payment_id'),
      String(order.paymentId),
      '',
    ]
      .map(csvCell)
      .join(',')

  const history = (search: URLSearchParams): EmulatedReply => {
    const date = search.get('date') ?? ''
    if (isFaulty('query')) return answer(500, false, 'Application Error')
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) return answer(400, false, 'Required variables not present in request')
    const paid = [...orders.values()].filter(({ status }) => status === 'COMPLETE')
    const rows = [
      ...others,
      ...paid.map((order) => ({ at: order.paidAt, line: lineOf(order) })),
      ...paid
        .filter(({ refunds }) => refunds.length > 0)
        .map((order) => ({ at: order.paidAt, line: lineOf(order).replace('FUNDS_RECEIVED,CREDIT', 'REFUND,DEBIT') })),
    ].filter(({ at }) => localTime(at).startsWith(date))
    const from = Number(search.get('offset') ?? 0)
    const lines = rows.slice(from, from + Number(search.get('limit') ?? 1000)).map(({ line }) => line)
    const head = historyHead.split(',').map((title) => `"${title}"`)
    return { status: 200, type: 'text/csv', body: `${[head.join(','), ...lines].join('\r\n')}\r\n` }
  }

  const refundQuery = (order: Order, id: string): EmulatedReply => {
    const original = centsOf(order)
    const left = original - order.refunds.reduce((sum, cents) => sum + cents, 0)
    const method = faults.get(id) === 'refund-for-good' ? 'BANK_PAYOUT' : 'PAYMENT_SOURCE'
    return {
      status: 200,
      body: {
        token: 'a3b3ae55-ab8b-b388-df23-4e6882b86ce0',
        funding_type: 'Credit Card',
        amount_original: original,
        amount_available_for_refund: left,
        status: left === 0 ? 'COMPLETED' : 'REFUNDABLE',
        errors: [],
        refund_full: { method: left === original ? method : 'NOT_AVAILABLE' },
        refund_partial: { method: left === 0 ? 'NOT_AVAILABLE' : method },
        bank_names: [],
      },
    }
  }

  const createRefund = (order: Order, id: string, body: Buffer): EmulatedReply => {
    const { amount, reason, notify_buyer: notifies } = JSON.parse(body.toString()) as Record<string, unknown>
    const left = centsOf(order) - order.refunds.reduce((sum, cents) => sum + cents, 0)
    if (faults.get(id) === 'refund') return answer(500, false, 'Communication Failure')
    if (!Number.isInteger(amount) || typeof reason !== 'string' || reason.length < 3 || notifies === undefined)
      return answer(400, false, 'Required variables not present in request')
    if ((amount as number) > left || faults.get(id) === 'refund-for-good') return answer(400, false, 'Failure')
    order.refunds.push(amount as number)
    return answer(200, true)
  }

  const statement = (order: Order): EmulatedReply => {
    const spent = order.refunds.reduce((sum, cents) => sum + cents, 0)
    const transactions = [
      { amount: centsOf(order), date: localTime(order.paidAt), type: 'Funds Received' },
      ...order.refunds.map((cents) => ({
        amount: String(-cents),
        date: localTime(Date.now()),
        type: 'Funds Received (Refund)',
      })),
    ]
    return answer(200, { available_balance: centsOf(order) - spent, transactions }, 'success')
  }

  const onApi = (call: EmulatedCall): EmulatedReply => {
    if (!isSigned(call) || isFaulty('credentials')) return answer(401, false, 'Merchant authorisation failed')
    if ((call.query.get('testing') === 'true') !== config.sandbox) return answer(401, false, 'Merchant not found')
    if (call.path === '/transactions/history/daily') return history(call.query)
    const [, , asked = '', paymentId = asked] = call.path.split('/')
    const [id, order] = [...orders].find(([, one]) => String(one.paymentId) === paymentId) ?? []
    if (config.sandbox || id === undefined || order === undefined) return answer(404, false, 'Service not found')
    if (asked === 'query') return refundQuery(order, id)
    return call.method === 'POST' ? createRefund(order, id, call.body) : statement(order)
  }

  const server = await serveVendor('payfast', (call) => {
    if (call.path === '/eng/process') return call.method === 'POST' ? process(call) : page('Bad Request', 400)
    if (call.path.startsWith('/eng/process/payment/')) return onPage(call)
    if (call.path === '/eng/query/validate')
      return { status: 200, body: sent.has(call.body.toString()) ? 'VALID' : 'INVALID' }
    return onApi(call)
  })

  const itn: PayfastEmulator['itn'] = (id, changes = {}) => {
    const order = need(id)
    const cents = centsOf(order)
    const fields = {
      m_payment_id: id,
      pf_payment_id: String(order.paymentId),
      payment_status: order.status,
      item_name: field(order, 'item_name'),
      item_description: '',
      amount_gross: majorOf(cents),
      amount_fee: '-2.30',
      amount_net: majorOf(cents - 230),
      custom_str1: '',
      custom_int1: '',
      name_first: field(order, 'name_first'),
      name_last: field(order, 'name_last'),
      email_address: field(order, 'email_address'),
      merchant_id: config.merchantId,
      ...changes,
    }
    const text = query(Object.entries(fields))
    sent.add(text)
    const signature = hash(`${text}&passphrase=${urlencode(config.passphrase)}`)
    return {
      headers: new Map([['content-type', 'application/x-www-form-urlencoded']]),
      rawBody: Buffer.from(`${text}&signature=${signature}`),
    }
  }

  return {
    url: server.url,
    config,
    heal: () => faults.clear(),
    itn,
    payAt: (id, ms) => pay(need(id), ms),
    addOthers: (count, at) => {
      const line = `"${localTime(at)}",FUNDS_RECEIVED,CREDIT,"Test User 01",test,,ZAR,CC,500.00,-24.73,475.27,"22,574.02",,994209,`
      others.push(...Array.from({ length: count }, () => ({ at, line })))
    },
    refundsOf: (id) => need(id).refunds,
    approve: ({ id }) => Promise.resolve(pay(need(id), Date.now())),
    decline: ({ id }) => {
      need(id).status = 'FAILED'
      return Promise.resolve()
    },
    leave: () => Promise.resolve(),
    fail: ({ id }, what) => {
      if (what === null) faults.delete(id)
      else faults.set(id, what)
      return Promise.resolve()
    },
    slowRefunds: null,
    orders: ({ id }) => Promise.resolve(orders.has(id) ? 1 : 0),
    webhook: ({ id }) => Promise.resolve(itn(id)),
    stop: server.stop,
  }
}
