import { paymentsApi } from '@remis/domain/payments/payments-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { cookieName } from '../platform/sessions/session-guard.ts'
import { openCardCity, topUpOf, type CardCity } from '../testing/card-story.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { newAttemptId } from './attempt.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity
let rider: TestActor

beforeAll(async () => {
  card = await openCardCity(database, 'delivery', { payments: { startsPerPayer: { max: 15, windowSeconds: 60 } } })
  await card.city.driver()
  rider = await card.city.person('rider')
})

const keyIn = async (answer: Response) => ((await answer.json()) as { error: { key: string } }).error.key
const attemptsOf = (user: TestActor) =>
  db.request.selectFrom('payments').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute()

describe('POST /pay/{provider} [payments-7] [api-5]', () => {
  it('charges the server’s amount: posted amount and currency are compared, not charged', async () => {
    const payer = card.payer(rider)
    const booking = await card.delivery(rider)
    const form = { ...(await payer.formOf(booking.id)), amount: '0.01', currency: 'XTS' }
    const answer = await payer.post(form)
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(card.emulator.url)
    const [attempt] = await attemptsOf(rider)
    // minor units here and at the gateway, a decimal number on the wire [design/money-1]
    expect(attempt).toMatchObject({
      amount: Math.round((booking.trip_cost ?? 0) * 100),
      currency: 'UYU',
      booking_id: booking.id,
      status: 'REDIRECTED',
    })
    expect(await card.emulator.order(attempt?.id ?? '')).toMatchObject({ minor: attempt?.amount, currency: 'UYU' })
  })

  it('is for the signed-in owner of the order only', async () => {
    const booking = await card.delivery(await card.city.person('rider'))
    const payer = card.payer(rider)
    const stranger = await payer.post({ order_id: booking.id })
    expect([stranger.status, await keyIn(stranger)]).toEqual([404, 'not_found'])
    for (const order_id of ['', 'NOSUCHORDR', "'; drop table payments", '0'.repeat(500)])
      expect([order_id, (await payer.post({ order_id })).status]).toEqual([order_id, 404])
    const signedOut = await fetch(`${card.city.server.url}/pay/test`, {
      method: 'POST',
      body: new URLSearchParams({ order_id: booking.id }),
    })
    expect([signedOut.status, await keyIn(signedOut)]).toEqual([401, 'not_logged_in'])
    const elsewhere = await payer.send('/pay/stripe', { method: 'POST', body: `order_id=${booking.id}` })
    expect(elsewhere.status).toBe(404)
  })

  it('refuses a form posted by another site with the payer’s cookie', async () => {
    const booking = await card.delivery(rider)
    const post = (headers: Record<string, string>) =>
      fetch(`${card.city.server.url}/pay/test`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: `${cookieName(card.city.server.app.config.publicUrl)}=${rider.token}`, ...headers },
        body: new URLSearchParams({ order_id: booking.id }),
      })
    const forged = await post({ origin: 'https://evil.example' })
    expect([forged.status, await keyIn(forged)]).toEqual([403, 'origin_refused'])
    expect((await post({})).status).toBe(403)
    expect((await post({ origin: card.city.server.url })).status).toBe(303)
  })

  it('gives the return address the page’s own origin and a key of 192 random bits', async () => {
    const own = await card.city.person('rider')
    const order = await topUpOf(own, 20)
    const payer = card.payer(own)
    await payer.post({ order_id: order.id }, { origin: card.city.server.url })
    const [attempt] = await attemptsOf(own)
    const { returnUrl } = (await card.emulator.order(attempt?.id ?? '')) ?? { returnUrl: '' }
    expect(returnUrl.startsWith(`${card.city.server.url}/pay/test/return/${attempt?.id}?k=`)).toBe(true)
    const key = new URL(returnUrl).searchParams.get('k') ?? ''
    expect(key).toMatch(/^[\w-]{32}$/)
    for (const path of ['return', 'cancel'])
      for (const k of ['', key.replace(/.$/, key.endsWith('A') ? 'B' : 'A'), `${key}A`]) {
        const answer = await fetch(`${card.city.server.url}/pay/test/${path}/${attempt?.id}?k=${k}`, {
          redirect: 'manual',
        })
        expect([path, k.length, answer.status, await keyIn(answer)]).toEqual([
          path,
          k.length,
          404,
          'payment_link_invalid',
        ])
      }
    const unknown = await fetch(`${card.city.server.url}/pay/test/return/${newAttemptId(0)}?k=${key}`)
    expect(unknown.status).toBe(404)
    // a browser gets the status page, not JSON
    const page = await fetch(`${card.city.server.url}/pay/test/return/${attempt?.id}?k=x`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/pay/status/refused?error=payment_link_invalid'])
    // cross-site POST without a cookie, as some gateways send it
    const posted = await fetch(returnUrl, { method: 'POST', redirect: 'manual', body: 'a=b' })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/pay/status/${attempt?.id}`])
  })

  it('stores an attempt that failed to start, and creates no second order when the answer was lost', async () => {
    const own = await card.city.person('rider')
    const order = await topUpOf(own, 30)
    const payer = card.payer(own)
    await card.emulator.scenario('*', 'create-error')
    const down = await payer.post({ order_id: order.id })
    expect([down.status, await keyIn(down)]).toEqual([503, 'payment_provider_unavailable'])
    await card.emulator.scenario('*', 'no-webhook')
    const [attempt] = await attemptsOf(own)
    expect(attempt).toMatchObject({ status: 'CREATED' })
    // the reconciliation finds that the gateway does not know it
    await card.tell(attempt?.id ?? '', 'query')
    expect((await attemptsOf(own))[0]).toMatchObject({ status: 'EXPIRED' })
  })

  it('limits how often one payer starts, and the size of the body', async () => {
    const own = await card.city.person('rider')
    const payer = card.payer(own)
    const statuses: number[] = []
    for (let n = 0; n < 17; n++) statuses.push((await payer.post({ order_id: 'NOSUCHORDR' })).status)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const huge = await card.payer(rider).post({ order_id: 'x'.repeat(300_000) })
    expect(huge.status).toBe(413)
  })

  it('accepts no JSON and no GET', async () => {
    expect((await card.payer(rider).send('/pay/test')).status).toBe(404)
    const json = await card.payer(rider).post({}, { 'content-type': 'application/json' })
    expect(json.status).toBe(404)
  })
})

describe('GET /api/payments/:id and top-ups', () => {
  it('shows an attempt to its payer and to admins only', async () => {
    const [own, other, admin] = [
      await card.city.person('rider'),
      await card.city.person('rider'),
      await card.city.person('admin'),
    ]
    const order = await topUpOf(own, 12)
    const { attempt } = await card.begin(own, card.payer(own), order.id)
    const see = (actor: TestActor) => keyOf(actor.call(paymentsApi.get, { params: { id: attempt } }))
    expect([await see(own), await see(admin), await see(other)]).toEqual(['ok', 'ok', 'not_found'])
    expect(await card.payer(own).payment(attempt)).toMatchObject({
      purpose: 'wallet_topup',
      orderId: order.id,
      amount: 12,
      bookingStatus: null,
    })
  })

  it('accepts amounts the currency can hold, above zero and within the limit', async () => {
    await card.city.server.app.settings.change({ decimal: 1 }, null)
    const own = await card.city.person('driver')
    const ask = (amount: number) => keyOf(own.call(paymentsApi.topUp, { body: { amount } }))
    for (const amount of [0.1, 100_000_000]) expect([amount, await ask(amount)]).toEqual([amount, 'ok'])
    for (const amount of [0, -5, 0.05, 0.001, 100_000_001, 1e11])
      expect([amount, await ask(amount)]).toEqual([amount, 'top_up_amount_invalid'])
    expect(await ask(Number.NaN)).toBe('invalid_input')
    const admin = await card.city.person('admin')
    expect(await keyOf(admin.call(paymentsApi.topUp, { body: { amount: 5 } }))).toBe('forbidden')
  })
})
