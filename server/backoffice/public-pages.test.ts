import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { beforeAll, expect, it } from 'vitest'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { databaseFor } from '../testing/test-database.ts'
import { trialPassword } from '../trial/trial-people.ts'
import { seedTrialData } from '../trial/seed-trial-data.ts'

const database = await databaseFor(import.meta.url)
const server = await startTestApp(database, { env: { SIMULATED_SPEED: '4' } })
beforeAll(() => seedTrialData(server.app))

const anonymous = actorOf(server.url, undefined)
const signIn = async (email: string) => {
  const { token } = await anonymous.call(accountsApi.signIn, { body: { email, password: trialPassword } })
  return actorOf(server.url, token)
}

it('lets anyone read the public settings, and none of the others [settings-2]', async () => {
  const answer = await fetch(`${server.url}/api/settings/public`)
  const settings = (await answer.json()) as Record<string, unknown>
  expect(settings).toMatchObject({ appName: 'Remis', code: 'UYU', symbol: '$U', decimal: 0, speed: 4 })
  // the variant without APP_CATEGORY [booking-1], [design/moves-39]
  expect(settings['appcat']).toBe('taxi')
  expect(settings['trialAccounts']).toHaveLength(5)
  expect(settings['map']).toMatchObject({ center: { lat: expect.any(Number) }, attribution: expect.any(String) })
  for (const secret of ['bonus', 'license', 'panic', 'negativeBalance', 'searchMinutes'])
    expect(settings).not.toHaveProperty(secret)
  await server.app.settings.change({ appName: 'Other' }, null)
  expect((await anonymous.call(backofficeApi.settings, {})).appName).toBe('Other')
})

it('lists the languages, the default first', async () => {
  const { rows } = await anonymous.call(backofficeApi.languages, {})
  expect(rows.map(({ langLocale, default: first }) => [langLocale, first])).toEqual([
    ['en', true],
    ['ar', false],
  ])
  expect(rows[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(rows.map(({ changes }) => changes)).toEqual([null, null])
})

it('lists cancel reasons with a label, the position as value and a stable id [settings-20]', async () => {
  const rider = await signIn('rider.one@remis.example')
  const { rows } = await rider.call(backofficeApi.cancelReasons, {})
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ value }) => value)).toEqual(rows.map((_, index) => index))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  await expect(anonymous.call(backofficeApi.cancelReasons, {})).rejects.toMatchObject({ status: 401 })
})

it('gives a visitor a token for the calls of visitors and no others', async () => {
  const { token, expiresAt } = await anonymous.call(accountsApi.visitorToken, { body: {} })
  expect(expiresAt - Date.now()).toBeGreaterThan(590_000)
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
  const visitor = actorOf(server.url, token)
  expect((await visitor.call(carTypesApi.list, {})).rows).toHaveLength(3)
  await expect(anonymous.call(carTypesApi.list, {})).rejects.toMatchObject({ status: 401 })
  await expect(visitor.call(accountsApi.current, {})).rejects.toMatchObject({ status: 401 })
})

it('lists the configured payment providers, in a trial the test gateway [payments-4] [payments-6]', async () => {
  expect(await anonymous.call(paymentsApi.providers, {})).toEqual([{ name: 'test', link: '/pay/test' }])
})
