import { beforeAll, expect, it } from 'vitest'
import { cardPayer } from '../../testing/card-payer.ts'
import { openBraintreeEmulator } from '../../testing/gateways/braintree-emulator.ts'
import { openCity, type City } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { formFrom, readPayPage, sendPayForm } from './pay-page-fixture.ts'

const database = await databaseFor(import.meta.url)
const braintree = await openBraintreeEmulator()
database.atEnd(() => void braintree.stop())
let city: City

beforeAll(async () => {
  const { publicKey, privateKey, merchantAccounts } = braintree.config
  city = await openCity(database, {
    env: {
      BRAINTREE_PUBLIC_KEY: publicKey,
      BRAINTREE_PRIVATE_KEY: privateKey,
      BRAINTREE_MERCHANT_ACCOUNTS: JSON.stringify(merchantAccounts),
      BRAINTREE_ENV: 'sandbox',
      PAYMENTS_URL: new URL(braintree.url).origin,
    },
  })
  await city.server.app.settings.change({ code: 'EUR', symbol: '€' }, null)
})

it('pays by a page with labelled fields for the card [design/payments-92]', async () => {
  const payer = cardPayer(city.server.url, await city.person('rider'), 'braintree')
  const page = await readPayPage(await payer.post(await payer.topUpForm(50), formFrom(city.server.url)))
  for (const [id, label] of [
    ['card-number', 'Card number'],
    ['card-expiry', 'Expiry date (MM/YY)'],
    ['card-code', 'Security code'],
  ])
    expect(page.html).toContain(`<label for="${id}">${label}</label><div class="field" id="${id}" dir="ltr"></div>`)
  expect(page.html).toContain(`src="${braintree.url}/js/hosted-fields.min.js"`)
  expect(page.html).not.toContain(braintree.config.privateKey)
  expect(page.model).toMatchObject({ amount: '50.00' })

  const answer = await sendPayForm(page.address, { nonce: braintree.nonceOf('good'), deviceData: '{}' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/status/${page.attempt.id}`])
  expect(await payer.payment(page.attempt.id)).toMatchObject({ state: 'paid', provider: 'braintree' })
  await sendPayForm(page.address, { nonce: braintree.nonceOf('good') })
  expect(await braintree.orders(page.attempt)).toBe(1)
})
