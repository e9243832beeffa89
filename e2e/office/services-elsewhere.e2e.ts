import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActor, type Actor } from '../testing/actors.ts'
import { openBrowser } from '../testing/chromium.ts'
import { startCity, type City } from '../testing/city.ts'
import { atGateway, balanceOf, newRider } from '../testing/money-steps.ts'
import { openSession } from '../testing/steps.ts'

const secret = 'a-secret-of-two-houses'
const names = ['TEST_GATEWAY_URL', 'TEST_GATEWAY_SECRET'] as const
let gateway: ChildProcess
let elsewhere: string
let city: City
let browser: Browser
let rider: Actor

const startGateway = async (): Promise<string> => {
  gateway = spawn(process.execPath, ['--import', 'tsx', 'server/testing/run-gateway-emulator.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, TEST_GATEWAY_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { stdout } = gateway
  if (stdout === null) throw new Error('the gateway says no port')
  return new Promise((done) =>
    createInterface({ input: stdout }).once('line', (port) => done(`http://127.0.0.1:${port}`)),
  )
}

beforeAll(async () => {
  elsewhere = await startGateway()
  process.env[names[0]] = elsewhere
  process.env[names[1]] = secret
  ;[city, browser] = await Promise.all([startCity({ fleet: 0, speed: 1 }), openBrowser()])
  rider = await openActor(browser, 'rider-elsewhere', { base: city.base })
})
afterAll(async () => {
  for (const name of names) delete process.env[name]
  await browser?.close()
  await city?.stop()
  gateway?.stdin?.end()
})

test(
  'the form of the page may post to a gateway on another site and return [design/payments-20]',
  { timeout: 200_000 },
  async () => {
    const { page } = rider
    // this story tests the redirect to the gateway's site
    rider.forgive(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/checkout\//)
    await openSession(rider, await newRider(city.base))
    await page.goto('/wallet')
    await page.getByRole('button', { name: /^Add/ }).click()
    await page.getByRole('dialog', { name: 'Add money by card' }).waitFor()
    await page.getByLabel(/Amount in/).fill('300')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await page.waitForURL(`${elsewhere}/checkout/*`)
    await atGateway(rider, 'Decline')
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
    await page.goBack()
    await atGateway(rider, 'Approve')
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect(new URL(page.url()).origin).toBe(city.base)
    expect(await balanceOf(rider)).toBe(300)
    expect(rider.complaints).toEqual([])
  },
)
