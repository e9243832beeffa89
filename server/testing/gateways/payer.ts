import { newAttemptId } from '../../payments/attempt.ts'
import type { Attempt, Buyer, RawRequest, Urls } from '../../providers/payments/payments-provider.ts'

/** An attempt to pay a booking that has just begun. */
export const attemptWith = (more: Partial<Attempt>): Attempt => ({
  id: newAttemptId(Date.now()),
  purpose: 'booking',
  money: { minor: 12_345, currency: 'USD' },
  description: "A trip, O'Neil & sons",
  createdAt: Date.now(),
  providerRef: null,
  providerPaymentId: null,
  data: {},
  ...more,
})

export const buyer: Buyer = {
  firstName: 'Test',
  lastName: "O'Neil",
  email: 'payer@example.org',
  mobile: '+59899123456',
  customerId: 'c',
  ip: '127.0.0.1',
}

export const urlsOf = ({ id }: Pick<Attempt, 'id'>, gateway: string): Urls => {
  const base = `http://shop.example/pay/${gateway}`
  return {
    returnUrl: `${base}/return/${id}?k=key`,
    cancelUrl: `${base}/cancel/${id}?k=key`,
    webhookUrl: `${base}/webhook`,
    submitUrl: `${base}/submit/${id}`,
  }
}

/** A request as it arrives; empty where nothing is given. */
export const requestOf = (given: Partial<RawRequest> = {}): RawRequest => ({
  method: 'POST',
  headers: new Map(),
  query: new URLSearchParams(),
  rawBody: Buffer.alloc(0),
  remoteIp: '127.0.0.1',
  ...given,
})
