import { bookingsApi } from '@remis/domain/booking/booking-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { bookingPayForm, topUpPayForm, type PayForm } from '@remis/domain/payments/pay-form'
import { paymentsApi, type PaymentView } from '@remis/domain/payments/payments-api'
import type { TestActor } from './test-city.ts'

/** The redirect of a pay form: the gateway's page and the attempt. */
export interface Begun {
  readonly status: number
  readonly location: string
  readonly attempt: string
}

const payerOf = (actor: TestActor) => ({
  id: actor.id,
  firstName: 'Test',
  lastName: 'Payer',
  mobile: null,
  email: null,
})

/** A payer's browser: posts forms with the session and follows no redirect. */
export const cardPayer = (base: string, actor: TestActor, provider = 'test') => {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, base), {
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${actor.token}`, ...(init.headers as Record<string, string> | undefined) },
    })

  const post = (form: Partial<PayForm>, headers: Record<string, string> = {}) =>
    send(`/pay/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    })

  const begin = async (form: Partial<PayForm>, attemptOf: (location: string) => Promise<string>): Promise<Begun> => {
    const answer = await post(form)
    const location = answer.headers.get('location') ?? ''
    if (answer.status !== 303) throw new Error(`no redirect: ${answer.status} ${await answer.text()}`)
    return { status: answer.status, location, attempt: await attemptOf(location) }
  }

  return {
    send,
    post,
    begin,
    formOf: async (id: string): Promise<PayForm> =>
      bookingPayForm((await actor.call(bookingsApi.get, { params: { id } })).booking, payerOf(actor)),
    topUpForm: async (amount: number): Promise<PayForm> =>
      topUpPayForm((await actor.call(paymentsApi.topUp, { body: { amount } })).topUp, payerOf(actor)),
    chooseCard: (id: string) => actor.call(payByCardApi.choose, { params: { id }, body: {} }),
    payment: async (id: string): Promise<PaymentView> =>
      (await actor.call(paymentsApi.get, { params: { id } })).payment,
  }
}
