import { randomBytes } from 'node:crypto'
import { crockford } from '../platform/security/crockford.ts'
import type { Attempt } from '../providers/payments/payments-provider.ts'
import type { Payment } from './payment-store.ts'

const base32 = (value: bigint, length: number): string => {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i++) {
    text = crockford.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text
}

/** 'RP' and a ULID (48 bits of time, 80 random): 28 characters [design/payments-6]. */
export const newAttemptId = (nowMs: number): string =>
  `RP${base32(BigInt(nowMs), 10)}${base32(BigInt(`0x${randomBytes(10).toString('hex')}`), 16)}`

/** A second capture of one attempt has its own row; the gateway knows it by the first one's id. */
export const gatewayAttemptId = 'gatewayAttempt'

/** The attempt as its gateway knows it. */
export const toAttempt = (payment: Payment): Attempt => ({
  id: payment.data[gatewayAttemptId] ?? payment.id,
  purpose: payment.purpose,
  money: { minor: payment.amount, currency: payment.currency },
  description: payment.description,
  createdAt: payment.createdAt,
  providerRef: payment.providerRef,
  providerPaymentId: payment.providerPaymentId,
  data: payment.data,
})
