import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { StartAction } from '../../providers/payments/payments-provider.ts'
import type { Delivery } from '../gateway-conformance.ts'
import { checkoutPage } from './checkout-page.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Order {
  readonly id: string
  /** what was asked for, without its signature */
  readonly body: string
  readonly token: string
  readonly amount: string
  readonly callbackUrl: string
  /** the buyer has seen the page */
  opened: boolean
  txnId: string
  result: readonly [status: 'TXN_SUCCESS' | 'TXN_FAILURE', code: string, message: string] | null
}

interface Refund {
  readonly id: string
  readonly refId: string
  readonly orderId: string
  readonly amount: string
  done: boolean
}

type Body = Readonly<Record<string, unknown>>
type Ended = NonNullable<Order['result']>

const merchantId = 'TESTMID0001'
const merchantKey = 'Test_Key_1234567'
const config = { merchantId, merchantKey, website: 'WEBSTAGING', sandbox: true }
const results = {
  paid: ['TXN_SUCCESS', '01', 'Txn Success'],
  declined: ['TXN_FAILURE', '227', 'Your payment has been declined by your bank.'],
  left: ['TXN_FAILURE', '141', 'User has not completed transaction.'],
} as const satisfies Readonly<Record<string, Ended>>

const vector = Buffer.from('@@@@&&&&####$$$$')
const digest = (text: string, salt: string): string => createHash('sha256').update(`${text}|${salt}`).digest('hex')

/** The checksum of a text, made here to prove the adapter's. */
const seal = (text: string, salt: string): string => {
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(merchantKey), vector)
  return Buffer.concat([cipher.update(digest(text, salt) + salt), cipher.final()]).toString('base64')
}
const isSealed = (text: string, checksum: string): boolean => {
  try {
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(merchantKey), vector)
    const open = Buffer.concat([decipher.update(Buffer.from(checksum, 'base64')), decipher.final()]).toString()
    return open === digest(text, open.slice(64)) + open.slice(64)
  } catch {
    return false
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const paise = (amount: string): number => Number(amount.replace('.', ''))
const isAmount = (value: unknown): value is string => typeof value === 'string' && /^\d+\.\d{2}$/.test(value)

const answer = (resultStatus: string, resultCode: string, resultMsg: string, more: object = {}): EmulatedReply => ({
  status: 200,
  body: { head: { version: 'v1' }, body: { resultInfo: { resultStatus, resultCode, resultMsg }, ...more } },
})

/** Paytm: orders with a token, the page that a form leads to, order status, refunds and notices in both shapes. */
export const openPaytmEmulator = async (): Promise<
  VendorEmulator & {
    readonly config: typeof config
    /** posts the form of a start, as the browser does */
    readonly submit: (action: StartAction) => Promise<void>
    readonly jsonWebhook: (attempt: { readonly id: string }) => Delivery
    readonly refundWebhook: (attempt: { readonly id: string }) => Delivery
  }
> => {
  const orders = new Map<string, Order>()
  const refunds: Refund[] = []
  const faults = new Faults()
  let ids = 0
  const draw = (): string => `2026112111121280011016${String(++ids).padStart(10, '0')}`

  const need = (id: string): Order => {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }
  const end = (id: string, result: Ended): Promise<void> => {
    const order = need(id)
    if (!order.opened) throw new Error(`the page of ${id} was not opened`)
    order.result = result
    order.txnId = draw()
    return Promise.resolve()
  }

  const initiate = (body: Body, text: string): EmulatedReply => {
    const id = textOf(body['orderId'])
    const amount = (body['txnAmount'] ?? {}) as Body
    const user = (body['userInfo'] ?? {}) as Body
    if (body['requestType'] !== 'Payment' || body['websiteName'] !== config.website)
      return answer('F', '501', 'System Error')
    if (!/^[\w@-]{1,50}$/.test(id) || !/^\w{1,64}$/.test(textOf(user['custId'])))
      return answer('F', '1001', 'Request parameters are not valid')
    if ('mobile' in user && !/^\d{10}$/.test(textOf(user['mobile'])))
      return answer('F', '1001', 'Request parameters are not valid')
    if (!isAmount(amount['value']) || paise(amount['value']) < 100 || amount['currency'] !== 'INR')
      return answer('F', '2007', 'Txn amount is invalid')
    if (!URL.canParse(textOf(body['callbackUrl']))) return answer('F', '1001', 'Request parameters are not valid')
    // This merchant takes cards alone.
    if (JSON.stringify(body['enablePaymentMode']) !== '[{"mode":"CREDIT_CARD"},{"mode":"DEBIT_CARD"}]')
      return answer('F', '1001', 'Request parameters are not valid')
    const known = orders.get(id)
    if (known !== undefined)
      return known.body === text && known.result === null
        ? answer('S', '0002', 'Success Idempotent', { txnToken: known.token })
        : answer('F', '2023', 'Repeat Request Inconsistent')
    const token = createHash('sha256').update(id).digest('hex').slice(0, 44)
    const callbackUrl = textOf(body['callbackUrl'])
    orders.set(id, {
      id,
      body: text,
      token,
      amount: amount['value'],
      callbackUrl,
      opened: false,
      txnId: '',
      result: null,
    })
    return answer('S', '0000', 'Success', { txnToken: token })
  }

  const statusOf = (id: string): EmulatedReply => {
    const order = orders.get(id)
    if (order === undefined || order.result === null) return answer('NO_RECORD_FOUND', '331', 'No Record Found')
    const { txnId, amount } = order
    return answer(...order.result, { mid: merchantId, orderId: id, txnId, txnAmount: amount, paymentMode: 'CC' })
  }

  const refundView = ({ id, refId, orderId, amount }: Refund) => ({
    mid: merchantId,
    orderId,
    refId,
    refundId: id,
    refundAmount: amount,
    txnId: need(orderId).txnId,
  })
  const refundState = (refund: Refund): EmulatedReply =>
    refund.done
      ? answer('TXN_SUCCESS', '10', 'Refund Successfull', refundView(refund))
      : answer('PENDING', '601', 'Refund request was raised for this transaction.', refundView(refund))

  const applyRefund = (body: Body): EmulatedReply => {
    const [orderId, refId, txnId] = ['orderId', 'refId', 'txnId'].map((name) => textOf(body[name]))
    const order = orders.get(orderId ?? '')
    if (faults.is(orderId ?? '', 'refund')) return answer('PENDING', '501', 'System Error')
    if (faults.is(orderId ?? '', 'refund-for-good'))
      return answer('TXN_FAILURE', '600', 'Invalid refund request or restricted by bank.')
    if (body['txnType'] !== 'REFUND' || !/^[\w@-]{1,50}$/.test(refId ?? ''))
      return answer('TXN_FAILURE', '600', 'Invalid refund request or restricted by bank.')
    if (order?.result?.[0] !== 'TXN_SUCCESS' || order.txnId !== txnId)
      return answer('TXN_FAILURE', '627', 'Order Details Mismatch')
    if (refunds.some((one) => one.refId === refId)) return answer('TXN_FAILURE', '617', 'Refund Already Raised')
    const amount = body['refundAmount']
    const given = refunds.filter((one) => one.orderId === orderId).reduce((sum, one) => sum + paise(one.amount), 0)
    if (!isAmount(amount) || paise(amount) + given > paise(order.amount))
      return answer('TXN_FAILURE', '619', 'Invalid refund amount')
    if (paise(amount) < 100) return answer('TXN_FAILURE', '635', 'Partial Refund under Rupee 1 is not allowed')
    const refund = { id: draw(), refId: refId ?? '', orderId: order.id, amount, done: false }
    refunds.push(refund)
    return refundState(refund)
  }

  const noticeFields = (order: Order): Readonly<Record<string, string>> => {
    const [STATUS = '', RESPCODE = '', RESPMSG = ''] = order.result ?? ['PENDING', '402', 'Pending']
    const fields = {
      MID: merchantId,
      ORDERID: order.id,
      TXNID: order.txnId,
      TXNAMOUNT: order.amount,
      PAYMENTMODE: 'CC',
      CURRENCY: 'INR',
      TXNDATE: '2026-11-21 10:11:12.0',
      STATUS,
      RESPCODE,
      RESPMSG,
      GATEWAYNAME: 'HDFC',
      BANKTXNID: 'null',
      BANKNAME: '',
    }
    const signed = Object.keys(fields)
      .sort()
      .map((name) => fields[name as keyof typeof fields].replace(/^null$/, ''))
    return { ...fields, CHECKSUMHASH: seal(signed.join('|'), 'AbC1') }
  }
  const json = (body: object): Delivery => {
    // Written with spaces and escaped slashes, as another serializer may.
    const text = JSON.stringify(body, null, 1).replaceAll('/', String.raw`\/`)
    return {
      headers: new Map([['content-type', 'application/json']]),
      rawBody: Buffer.from(`{"head": {"signature": "${seal(text, 'Xy+9')}"}, "body": ${text}}`),
    }
  }

  const onPage = ({ method, path, query, body }: EmulatedCall): EmulatedReply => {
    const form = new URLSearchParams(body.toString())
    const order = orders.get(query.get('orderId') ?? '')
    const buttons = { pay: 'Pay', decline: 'Pay with a declined card', leave: 'Cancel' }
    if (order === undefined || method !== 'POST') return { status: 404, body: 'Session expired' }
    if (path === '/theia/api/v1/showPaymentPage') {
      const isRight =
        query.get('mid') === merchantId &&
        form.get('mid') === merchantId &&
        form.get('orderId') === order.id &&
        form.get('txnToken') === order.token
      if (!isRight || order.result?.[0] === 'TXN_SUCCESS') return { status: 400, body: 'Session expired' }
      order.opened = true
      const page = checkoutPage(`Pay INR ${order.amount}`, '/paytm/theia/button', buttons, order.callbackUrl)
      return { ...page, body: textOf(page.body).replaceAll(/(action="[^"]+)"/g, `$1?orderId=${order.id}"`) }
    }
    const button = path.split('/').at(-1)
    void end(order.id, button === 'pay' ? results.paid : button === 'leave' ? results.left : results.declined)
    const inputs = Object.entries(noticeFields(order)).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    return {
      status: 200,
      body: `<!doctype html><form method="post" action="${escapeHtml(order.callbackUrl)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    }
  }

  const onApi = ({ path, query, body: bytes }: EmulatedCall): EmulatedReply | 'lost' => {
    const text = bytes.toString()
    const call = JSON.parse(text) as { readonly body: Body; readonly head: { readonly signature: string } }
    const { body, head } = call
    const id = textOf(body['orderId'])
    const sent = JSON.stringify(body)
    const isOurs = text.includes(sent) && Object.keys(head).join() === 'signature' && isSealed(sent, head.signature)
    const isInitiate = path === '/theia/api/v1/initiateTransaction'
    if (!isOurs || faults.is(id, 'credentials'))
      return isInitiate
        ? answer('F', '2005', 'Checksum provided is invalid')
        : answer('TXN_FAILURE', '330', 'Checksum provided is invalid')
    if (body['mid'] !== merchantId) return answer('TXN_FAILURE', '335', 'Mid is invalid')
    if (isInitiate) {
      if (faults.is(id, 'create')) return answer('U', '00000900', 'System error')
      if (query.get('mid') !== merchantId) return answer('F', '2013', 'Mid in the query param doesn’t match')
      if (query.get('orderId') !== id) return answer('F', '2014', 'OrderId in the query param doesn’t match')
      const reply = initiate(body, sent)
      return faults.is(id, 'create-answer') ? 'lost' : reply
    }
    if (path === '/v3/order/status')
      return faults.is(id, 'query') ? answer('TXN_FAILURE', '501', 'Server Down') : statusOf(id)
    if (path === '/refund/apply') return applyRefund(body)
    if (path !== '/v2/refund/status') return { status: 404, body: 'Not found' }
    const refund = refunds.find((one) => one.orderId === id && one.refId === body['refId'])
    return refund === undefined ? answer('TXN_FAILURE', '631', 'Record not found') : refundState(refund)
  }

  const isPage = (path: string): boolean => path === '/theia/api/v1/showPaymentPage' || path.startsWith('/theia/button')
  const server = await serveVendor('paytm', (call) => (isPage(call.path) ? onPage(call) : onApi(call)))

  return {
    url: server.url,
    config,
    submit: async (action) => {
      if (action.kind !== 'form') throw new Error(action.kind)
      const body = new URLSearchParams(Object.fromEntries(action.fields))
      const page = await fetch(action.action, { method: 'POST', body })
      if (!page.ok) throw new Error(await page.text())
    },
    approve: ({ id }) => end(id, results.paid),
    decline: ({ id }) => end(id, results.declined),
    leave: ({ id }) => end(id, results.left),
    fail: faults.fail,
    // A refund is pending at first.
    slowRefunds: (_attempt, isSlow) => {
      if (!isSlow) for (const refund of refunds) refund.done = true
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(orders.has(id) ? 1 : 0),
    webhook: ({ id }) =>
      Promise.resolve({
        headers: new Map([['content-type', 'application/x-www-form-urlencoded']]),
        rawBody: Buffer.from(new URLSearchParams(noticeFields(need(id))).toString()),
      }),
    jsonWebhook: ({ id }) => {
      const { amount, txnId, callbackUrl } = need(id)
      return json({ mid: merchantId, orderId: id, txnId, txnAmount: amount, status: 'TXN_SUCCESS', callbackUrl })
    },
    refundWebhook: ({ id }) => {
      const refund = refunds.findLast((one) => one.orderId === id)
      if (refund === undefined) throw new Error(`no refund of ${id}`)
      return json({ ...refundView(refund), status: 'TXN_SUCCESS', txnType: 'REFUND' })
    },
    stop: server.stop,
  }
}
