import { languages } from '@remis/domain/texts/built-in-languages'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { provideLanguages } from '../../backoffice/languages/provide-languages.ts'
import type { Attempt, PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { cardPayer } from '../../testing/card-payer.ts'
import { openCulqiEmulator } from '../../testing/gateways/culqi-emulator.ts'
import { openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { reconcileAt } from '../reconcile/reconcile-payments.ts'
import { formFrom, readPayPage, sendPayForm } from './pay-page-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const culqi = await openCulqiEmulator()
database.atEnd(() => void culqi.stop())
let city: City

beforeAll(async () => {
  const { publicKey, secretKey, webhookUser, webhookPassword } = culqi.config
  city = await openCity(database, {
    env: {
      CULQI_PUBLIC_KEY: publicKey,
      CULQI_SECRET_KEY: secretKey,
      CULQI_WEBHOOK_USER: webhookUser,
      CULQI_WEBHOOK_PASSWORD: webhookPassword,
      PAYMENTS_URL: new URL(culqi.url).origin,
    },
  })
  await city.server.app.settings.change({ code: 'PEN', symbol: 'S/' }, null)
})
beforeEach(() => culqi.clearFaults())

/** A rider's top-up of 50, at the page. */
const topUp = async (more: { rider?: TestActor } = {}) => {
  const rider = more.rider ?? (await city.person('rider'))
  const payer = cardPayer(city.server.url, rider, 'culqi')
  const order = await payer.topUpForm(50)
  const page = await readPayPage(await payer.post(order, formFrom(city.server.url)))
  return {
    ...page,
    payer,
    order,
    submit: (card: 'good' | 'poor' | 'auth') => sendPayForm(page.address, { token: culqi.tokenOf(card) }),
    shown: () => payer.payment(page.attempt.id),
    charges: () => culqi.asked().filter(({ metadata }) => JSON.stringify(metadata).includes(page.attempt.id)).length,
  }
}
/** Looks the attempt up; `during` happens after the gateway has answered. */
const reconcile = async ({ attempt }: { readonly attempt: Attempt }, during = async () => {}): Promise<void> => {
  await sql`update payments set next_check_at = clock_timestamp() where id = ${attempt.id}`.execute(db.jobs)
  const gateway = city.server.app.gateways.find(({ name }) => name === 'culqi')
  if (gateway === undefined) throw new Error('no gateway')
  const query: PaymentsProvider['query'] = async (of, signal) => {
    const evidence = await gateway.query(of, signal)
    if (of.id === attempt.id) await during()
    return evidence
  }
  await reconcileAt(city.server.app, { ...gateway, query })
}
/** Whether the next look-up comes within two minutes. */
const isLookedUpSoon = async ({ attempt }: { readonly attempt: Attempt }): Promise<boolean> => {
  const { rows } = await sql<{
    soon: boolean
  }>`select coalesce(next_check_at <= clock_timestamp() + interval '2 minutes', false) as soon
    from payments where id = ${attempt.id}`.execute(db.request)
  return rows[0]?.soon === true
}

describe('the pay page [design/payments-92]', () => {
  it('shows order and amount in the payer’s language, and lets only the vendor in', async () => {
    const rider = await city.person('rider')
    await sql`update users set language = 'ar' where id = ${rider.id}`.execute(db.request)
    await db.transact((tx) =>
      provideLanguages(
        tx,
        languages.filter(({ code }) => code === 'en' || code === 'ar'),
        'taxi',
      ),
    )
    await sql`update languages set key_value_pairs = key_value_pairs || '{"pay_now": "<b>ادفع</b>"}'
      where lang_locale = 'ar'`.execute(db.request)
    const { status, html, policy, model, cancel } = await topUp({ rider })
    expect(status).toBe(200)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<button disabled>&lt;b&gt;ادفع&lt;/b&gt;</button>')
    expect(html).toMatch(/<strong>[^<]*S\/[^<]*<\/strong>/)
    expect(cancel).toMatch(/\/pay\/culqi\/cancel\/RP\w{26}\?k=[\w-]{32}$/)
    expect(model).toMatchObject({ publicKey: culqi.config.publicKey, amount: 5000, currency: 'PEN' })
    expect(html).not.toContain(culqi.config.secretKey)
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? ''
    const origin = new URL(culqi.url).origin
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src 'nonce-${nonce}' 'strict-dynamic' ${origin}`,
      `style-src 'unsafe-inline' ${origin}`,
      `img-src data: ${origin} ${origin}`,
      `font-src data: ${origin}`,
      `connect-src ${origin}`,
      `frame-src ${origin}`,
      `form-action ${city.server.url} ${origin}`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ])
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toHaveLength(5)
    for (const tag of scripts.slice(1)) expect(tag).toContain(`nonce="${nonce}"`)
    expect(html).toContain(`src="${culqi.url}/checkout-js"`)
    // No script holds what would end its tag.
    expect(html.split('</script>')).toHaveLength(6)
  })

  it('has another key than the address, or another provider: there is no such payment', async () => {
    const { address, charges, attempt } = await topUp()
    const token = { token: culqi.tokenOf('good') }
    expect((await sendPayForm(address.replace(/k=.*/, 'k=x'), token)).status).toBe(404)
    expect((await sendPayForm(address.replace('/culqi/', '/test/'), token)).status).toBe(404)
    expect((await sendPayForm(address.replace(attempt.id, 'RP0'), token)).status).toBe(404)
    expect(charges()).toBe(0)
  })
})

describe('a submit charges an attempt once [design/payments-91]', () => {
  it('and shows the status page; the form again charges nothing', async () => {
    const page = await topUp()
    const answer = await page.submit('good')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/status/${page.attempt.id}`])
    expect(await page.shown()).toMatchObject({ status: 'PAID', state: 'paid', provider: 'culqi' })
    expect((await page.submit('good')).status).toBe(303)
    expect(page.charges()).toBe(1)
  })

  it('from two tabs at once', async () => {
    const page = await topUp()
    await Promise.all([page.submit('good'), page.submit('good'), page.submit('good')])
    expect(page.charges()).toBe(1)
    expect(await page.shown()).toMatchObject({ state: 'paid' })
  })

  it('after its answer was lost: the next submit finds the charge', async () => {
    const page = await topUp()
    await culqi.fail(page.attempt, 'create-answer')
    expect((await page.submit('good')).status).toBe(303)
    expect(await page.shown()).toMatchObject({ status: 'SUBMITTING', state: 'waiting' })
    await culqi.fail(page.attempt, null)
    await page.submit('good')
    expect(await page.shown()).toMatchObject({ state: 'paid' })
    expect(page.charges()).toBe(1)
  })

  it('after its answer was lost: the look-up finds the charge, two minutes later at the latest', async () => {
    const page = await topUp()
    await sql`update payments set next_check_at = clock_timestamp() + interval '1 day' where id = ${page.attempt.id}`.execute(
      db.jobs,
    )
    await culqi.fail(page.attempt, 'create-answer')
    await page.submit('good')
    expect(await isLookedUpSoon(page)).toBe(true)
    await culqi.fail(page.attempt, null)
    await reconcile(page)
    expect(await page.shown()).toMatchObject({ state: 'paid' })
    expect(page.charges()).toBe(1)
  })

  it.each(['1 hour', '4 days'])('also when the attempt, %s old, was looked up meanwhile', async (age) => {
    const page = await topUp()
    await sql`update payments set created_at = created_at - ${age}::interval where id = ${page.attempt.id}`.execute(
      db.jobs,
    )
    await reconcile(page, async () => {
      await culqi.fail(page.attempt, 'create-answer')
      await page.submit('good')
      await culqi.fail(page.attempt, null)
    })
    expect(await page.shown()).toMatchObject({ status: 'SUBMITTING' })
    expect(await isLookedUpSoon(page)).toBe(true)
  })

  it('also when no charge is found: it may appear later', async () => {
    const page = await topUp()
    await culqi.fail(page.attempt, 'create')
    await page.submit('good')
    await culqi.fail(page.attempt, null)
    await reconcile(page)
    expect(await page.shown()).toMatchObject({ status: 'SUBMITTING', state: 'waiting' })
    await page.submit('good')
    expect(page.charges()).toBe(0)
    expect(await culqi.orders(page.attempt)).toBe(0)
  })

  it('but not before it was submitted: a look-up leaves it open', async () => {
    const page = await topUp()
    await reconcile(page)
    expect(await page.shown()).toMatchObject({ status: 'PENDING' })
    await page.submit('good')
    expect(await page.shown()).toMatchObject({ state: 'paid' })
  })

  it('not after a decline, and not after the payer left', async () => {
    const page = await topUp()
    await page.submit('poor')
    expect(await page.shown()).toMatchObject({ status: 'FAILED', state: 'failed' })
    await page.submit('good')
    expect([page.charges(), (await page.shown()).state]).toEqual([1, 'failed'])

    const left = await topUp()
    expect((await fetch(left.cancel, { redirect: 'manual' })).status).toBe(303)
    await left.submit('good')
    expect([left.charges(), (await left.shown()).state]).toEqual([0, 'cancelled'])
  })

  it('not when its order was paid by another attempt', async () => {
    const first = await topUp()
    const second = await readPayPage(await first.payer.post(first.order, formFrom(city.server.url)))
    await first.submit('good')
    await sendPayForm(second.address, { token: culqi.tokenOf('good') })
    expect(await culqi.orders(second.attempt)).toBe(0)
  })

  it('again with the answer of the payer’s bank, which is the only charge', async () => {
    const page = await topUp()
    const card = culqi.tokenOf('auth')
    const further = await readPayPage(await sendPayForm(page.address, { token: card, device: 'd' }))
    expect(further).toMatchObject({ status: 200, address: page.address, cancel: page.cancel })
    expect(further.model).toMatchObject({ authenticate: { token: card, device: 'd' } })
    expect(await page.shown()).toMatchObject({ status: 'REDIRECTED', state: 'waiting' })
    await sendPayForm(further.address, { token: card, device: 'd', ...culqi.authentication })
    expect(await page.shown()).toMatchObject({ state: 'paid' })
    expect(await culqi.orders(page.attempt)).toBe(1)
  })
})
