import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActor, phone } from '../testing/actors.ts'
import { closeWindows, openBrowser } from '../testing/chromium.ts'
import { startCity, type City } from '../testing/city.ts'
import { atGateway, balanceOf, newRider } from '../testing/money-steps.ts'
import { choosePlace, openSession, trial } from '../testing/steps.ts'

const secret = 'a-secret-of-two-houses'
const browserKey = 'browser-key-of-this-site'
let gateway: ChildProcess
let stripe: ChildProcess
let elsewhere: string
let city: City
let browser: Browser

const startEmulator = (file: string, env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', `server/testing/${file}`], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })

const firstLine = ({ stdout }: ChildProcess): Promise<string> => {
  if (stdout === null) throw new Error('the emulator says no address')
  return new Promise((done) => createInterface({ input: stdout }).once('line', done))
}

const startServices = async (): Promise<Record<string, string>> => {
  gateway = startEmulator('run-gateway-emulator.ts', { TEST_GATEWAY_SECRET: secret })
  stripe = startEmulator('gateways/run-stripe-emulator.ts')
  const [port, line] = await Promise.all([firstLine(gateway), firstLine(stripe)])
  const { origin, secretKey, webhookSecret } = JSON.parse(line) as Record<string, string>
  elsewhere = `http://127.0.0.1:${port}`
  return {
    TEST_GATEWAY_URL: elsewhere,
    TEST_GATEWAY_SECRET: secret,
    STRIPE_SECRET_KEY: secretKey ?? '',
    STRIPE_WEBHOOK_SECRET: webhookSecret ?? '',
    PAYMENTS_URL: origin ?? '',
    MAPS_DRAWING: 'google',
    GOOGLE_MAPS_BROWSER_KEY: browserKey,
  }
}
let services: Record<string, string>

beforeAll(async () => {
  services = await startServices()
  Object.assign(process.env, services)
  ;[city, browser] = await Promise.all([startCity({ fleet: 0, speed: 1 }), openBrowser()])
})
afterAll(async () => {
  for (const name of Object.keys(services ?? {})) delete process.env[name]
  await closeWindows()
  await city?.stop()
  gateway?.stdin?.end()
  stripe?.stdin?.end()
})

test(
  'the form of the page may post to a gateway on another site and return [design/payments-20]',
  { timeout: 200_000 },
  async () => {
    const rider = await openActor(browser, 'rider-elsewhere', { base: city.base })
    const { page } = rider
    // this story tests the redirect to the gateway's site
    rider.forgive(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/checkout\//)
    await openSession(rider, await newRider(city.base))
    await page.goto('/wallet')
    await page.getByRole('button', { name: /^Add/ }).click()
    await page.getByRole('dialog', { name: 'Add money by card' }).waitFor()
    await page.getByLabel(/Amount in/).fill('300')
    await page.getByRole('button', { name: /^Add .*\d/ }).click()
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

test('a rider chooses Stripe, whose page is on another site, and the office sees both gateways [design/payments-72] [design/payments-87]', async () => {
  const [rider, admin] = [
    await openActor(browser, 'rider-stripe', { base: city.base, viewport: phone }),
    await openActor(browser, 'admin-gateways', { base: city.base }),
  ]
  const { page } = rider
  rider.forgive(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/stripe\/c\/pay\//)
  await openSession(rider, await newRider(city.base))
  await page.goto('/wallet')
  await page.getByRole('button', { name: /^Add/ }).click()
  await page.getByLabel(/Amount in/).fill('450')
  await page.getByRole('button', { name: /^Add .*\d/ }).click()
  await page.getByRole('button', { name: 'Pay with test gateway' }).waitFor()
  await rider.picture('two-gateways')
  await page.getByRole('button', { name: 'Pay with Stripe' }).click()
  await page.getByRole('heading', { name: /uyu 45000$/ }).waitFor()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  expect(await balanceOf(rider)).toBe(450)
  expect(rider.complaints).toEqual([])

  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/settings?group=payments')
  const gateways = admin.page.getByRole('region', { name: 'Card gateways' })
  await gateways.getByRole('article', { name: 'Stripe' }).getByText('Takes UYU').waitFor()
  await gateways.getByText(`${city.base}/pay/stripe/webhook`).waitFor()
  await admin.picture('gateways')
  expect(admin.complaints).toEqual([])
})

interface Drawn {
  maps: { zoom: number; center: { lat: number; lng: number } }[]
  lines: { lat: number; lng: number }[][]
}

/** The part of Google's script that the app uses, by its reference documentation. It runs in the page. */
const googleScript = () => {
  const spot = ({ lat, lng }: { lat: number; lng: number }, zoom: number) => {
    const scale = 256 * 2 ** zoom
    const sine = Math.sin((lat * Math.PI) / 180)
    return {
      x: (lng / 360 + 0.5) * scale,
      y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
    }
  }
  const drawn: Drawn = { maps: [], lines: [] }
  class Map {
    readonly element: HTMLElement
    readonly options: Drawn['maps'][number]
    readonly calls: [string, () => void][] = []
    constructor(element: HTMLElement, options: Drawn['maps'][number]) {
      this.element = element
      this.options = { ...options }
      drawn.maps.push(this.options)
      setTimeout(() => this.tell('idle'))
    }
    tell(event: string) {
      for (const [name, call] of this.calls) if (name === event) call()
    }
    getCenter() {
      return { toJSON: () => this.options.center }
    }
    getZoom() {
      return this.options.zoom
    }
    getBounds() {
      return undefined
    }
    setOptions(options: object) {
      Object.assign(this.options, options)
      setTimeout(() => this.tell('idle'))
    }
    setZoom(zoom: number) {
      this.setOptions({ zoom })
    }
    panTo(center: object) {
      this.setOptions({ center })
    }
    addListener(event: string, call: () => void) {
      this.calls.push([event, call])
      return { remove: () => void this.calls.splice(this.calls.findIndex(([, one]) => one === call) >>> 0, 1) }
    }
  }
  class Polyline {
    constructor({ path }: { path: Drawn['lines'][number] }) {
      this.setPath(path)
    }
    setPath(path: Drawn['lines'][number]) {
      drawn.lines.push(path)
    }
    setMap() {}
  }
  class OverlayView {
    readonly pane = document.createElement('div')
    map: Map | null = null
    onAdd() {}
    draw() {}
    onRemove() {}
    setMap(map: Map | null) {
      this.map = map
      if (map === null) return this.onRemove()
      map.element.append(this.pane)
      this.onAdd()
      this.draw()
    }
    getPanes() {
      return { overlayLayer: this.pane, overlayMouseTarget: this.pane }
    }
    getProjection() {
      return { fromLatLngToDivPixel: (point: { lat: number; lng: number }) => spot(point, this.map?.getZoom() ?? 0) }
    }
  }
  const libraries = { importLibrary: () => Promise.resolve({ Map, Polyline, OverlayView }) }
  Object.assign(window, { google: { maps: libraries }, drawn })
  ;(window as unknown as { remisGoogleMapsLoaded(): void }).remisGoogleMapsLoaded()
}

test('the page draws Google’s map where the operator chose it, and says so when Google refuses the key [design/maps-90] [design/maps-97] [design/maps-98]', async () => {
  const admin = await openActor(browser, 'admin-elsewhere', { base: city.base })
  const { page, context } = admin
  admin.forgive(/^foreign request: https:\/\/maps\.googleapis\.com\/maps\/api\/js\?/)
  const asked: URL[] = []
  await context.route('https://maps.googleapis.com/**', (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ contentType: 'text/javascript', body: `(${googleScript.toString()})()` })
  })
  await openSession(admin, trial('Admin One'))
  await page.goto('/addbookings')
  await choosePlace(admin, 'Pickup', '18 de julio 1234')
  await choosePlace(admin, 'Destination', 'terminal tres cruces')
  await page.waitForFunction(() =>
    (window as unknown as { drawn?: { lines: unknown[][] } }).drawn?.lines.some((line) => line.length > 10),
  )
  expect(
    asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('key'), searchParams.get('language')]),
  ).toEqual([['/maps/api/js', browserKey, 'en']])
  await page.evaluate(() => (window as unknown as { gm_authFailure(): void }).gm_authFailure())
  await page.getByText('Google’s map can’t be loaded.', { exact: false }).waitFor()
  expect(admin.complaints).toEqual([])
  await admin.leave()
})
