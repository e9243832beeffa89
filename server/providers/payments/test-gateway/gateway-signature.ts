import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">` [design/payments-33]. The gateway's code, not shared with the adapter.
 */
export const gatewaySigns = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/** Whether the shop signed this request, within five minutes. */
export const shopSigned = (secret: string, body: string, header: string | null, nowSeconds: number): boolean => {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '')
  if (found === null) return false
  const [, time = '', given = ''] = found
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex')) && Math.abs(nowSeconds - Number(time)) <= 300
}
