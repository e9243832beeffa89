import { createHash, randomBytes } from 'node:crypto'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { findPerson } from '../people/find-person.ts'
import type { Person } from '../platform/http/use-case.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import {
  GatewayUnreachable,
  type Buyer,
  type PaymentsProvider,
  type StartAction,
  type StartResult,
  type Urls,
} from '../providers/payments/payments-provider.ts'
import { newAttemptId } from './attempt.ts'
import { lockOrder } from './find-order.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { insertPayment, markRedirected, type Payment } from './payment-store.ts'
import { toAttempt } from './attempt.ts'

export interface StartRequest {
  readonly who: Person
  readonly gateway: PaymentsProvider
  readonly orderId: string
  /** what the form says: compared, never charged [design/payments-10] */
  readonly posted: { readonly amount: string; readonly currency: string }
  /** the origin of the page in the payer's browser */
  readonly origin: string
  readonly address: string
}

export interface Started {
  readonly payment: Payment
  readonly urls: Urls
  readonly action: StartAction
}

export const hashReturnKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The addresses of an attempt. `origin`: of the page in the payer's browser. */
export const urlsOf = (origin: string, provider: string, paymentId: string, key: string): Urls => {
  const base = `${origin}/pay/${provider}`
  return {
    returnUrl: `${base}/return/${paymentId}?k=${key}`,
    cancelUrl: `${base}/cancel/${paymentId}?k=${key}`,
    webhookUrl: `${base}/webhook`,
    submitUrl: `${base}/submit/${paymentId}?k=${key}`,
  }
}

/**
 * Creates an attempt for what is due now; order, amount, currency, provider and payer never change [design/payments-7].
 */
const insertAttempt = async (app: PaymentDeps, request: StartRequest, returnKeyHash: Buffer): Promise<Payment> =>
  app.db.transact(async (tx) => {
    // Locked: a concurrent cancel either comes first and is seen, or comes after and closes this attempt.
    const order = await lockOrder(tx, request.orderId)
    if (order === null || order.owner !== request.who.id) throw new AppError(404, 'not_found')
    if (order.payable <= 0) throw new AppError(409, 'payment_not_due')
    const supported = request.gateway.supports({ minor: order.payable, currency: order.currency })
    if (!supported.ok) throw new AppError(422, 'payment_mode_unavailable', { fields: { amount: supported.reason } })
    const amount = toMajor(order.payable, exponentOf(order.currency))
    if (Number(request.posted.amount) !== amount || request.posted.currency !== order.currency)
      app.log.warn({ orderId: order.id, posted: request.posted, amount }, 'pay form posted another amount')
    const now = await nowMs(tx)
    const attempt = await insertPayment(tx, {
      id: newAttemptId(now),
      purpose: order.purpose,
      orderId: order.id,
      userId: request.who.id,
      provider: request.gateway.name,
      amount: order.payable,
      currency: order.currency,
      description: order.description,
      returnKeyHash,
      address: request.address,
      nextCheckAt: now + (app.config.limits.payments.checkMinutes[0] ?? 2) * 60_000,
    })
    await app.failpoint.at('start-payment.before_commit')
    return attempt
  })

export const buyerOf = async (app: PaymentDeps, userId: string, ip: string): Promise<Buyer> => {
  const person = await findPerson(app.db.request, userId)
  const [firstName = '', ...rest] = (person?.name ?? '').split(' ')
  return {
    firstName,
    lastName: rest.join(' '),
    email: person?.email ?? '',
    mobile: person?.mobile ?? '',
    customerId: userId,
    ip,
  }
}

/** The answer may have been lost: the same attempt again is the same order at the gateway. */
const startTwice = async (start: () => Promise<StartResult>): Promise<StartResult> => {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    return start()
  }
}

/**
 * Starts a card payment of an order: stores the attempt, then asks the gateway where the buyer has to go. Throws 404
 * for an order that is not the caller's, 409 where nothing is due, 503 where the gateway does not answer
 * [design/payments-11].
 */
export const startPayment = async (app: PaymentDeps, request: StartRequest): Promise<Started> => {
  const key = randomBytes(24).toString('base64url')
  const payment = await insertAttempt(app, request, hashReturnKey(key))
  const buyer = await buyerOf(app, request.who.id, request.address)
  const urls = urlsOf(request.origin, request.gateway.name, payment.id, key)
  const { gatewayMs } = app.config.limits.payments
  await app.failpoint.at('start-payment.stored')
  const started = await startTwice(() =>
    request.gateway.start(toAttempt(payment), buyer, urls, AbortSignal.timeout(gatewayMs)),
  ).catch((cause: unknown) => {
    app.log.warn({ err: cause, paymentId: payment.id }, 'payment not started')
    throw new AppError(503, 'payment_provider_unavailable', { cause })
  })
  await app.failpoint.at('start-payment.answered')
  await markRedirected(app.db.request, payment.id, {
    providerRef: started.providerRef ?? null,
    data: started.data ?? {},
  })
  return { payment, urls, action: started.action }
}
