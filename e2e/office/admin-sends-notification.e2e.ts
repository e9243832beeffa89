import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, phone, type Actor } from '../testing/actors.ts'
import { launchWholeBrowser } from '../testing/chromium.ts'
import { newRider } from '../testing/money-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
let browser: Browser
let admin: Actor
let rider: Actor

beforeAll(async () => {
  browser = await launchWholeBrowser()
  admin = await openActor(browser, 'admin-notifications', { base })
  rider = await openActor(browser, 'rider-notifications', { base, viewport: phone })
  await openSession(admin, trial('Admin One'))
  await openSession(rider, await newRider(base))
})
afterAll(() => browser?.close())

/** Subscribing needs the browser's push service, which does not answer here. The keys are real ones. */
const subscribeHere = async ({ context }: Actor) => {
  await context.grantPermissions(['notifications'], { origin: base })
  await context.addInitScript(() => {
    const text = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCodePoint(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey))
      const auth = text(crypto.getRandomValues(new Uint8Array(16)))
      const endpoint = `https://fcm.googleapis.com/fcm/send/${auth}`
      return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription
    }
  })
}

/** What the trial would have sent. */
const payloadOf = async (title: string): Promise<string> => {
  const find = async () => {
    const answer = await fetch(`${base}/dev/pushes`, { headers: { accept: 'application/json' } })
    const { rows } = (await answer.json()) as { rows: { title: string; payload: string }[] }
    return rows.find((row) => row.title === title)?.payload
  }
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return (await find()) ?? ''
}

/** Delivers a message to the service worker as the push service would; no page of the app is needed. */
const deliver = async (context: BrowserContext, data: string): Promise<void> => {
  const page = context.pages()[0] ?? (await context.newPage())
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((done) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(base) && !isDeleted)
      if (own !== undefined) done(own.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  await tools.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId: await registered, data })
  await tools.detach()
}

/** The system notifications that are shown, and where a press leads. */
const shown = async (context: BrowserContext): Promise<{ title: string; body: string; path: string }[]> => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      path: (data as { path: string }).path,
    }))
  })
}

test(
  'an admin sends a notification; the phone shows it with all pages closed [design/push-14] [notices-6]',
  { timeout: 240_000 },
  async () => {
    await subscribeHere(rider)
    const { page: profile, context } = rider
    await profile.goto('/profile')
    const own = profile.getByRole('switch', { name: 'Notifications on this device' })
    await own.click()
    await expect.poll(() => profile.evaluate(() => localStorage.getItem('remis.push'))).toBe('on')
    await expect.poll(() => own.isChecked()).toBe(true)
    await expectAccessible(profile, 'notices of the profile')
    await rider.picture('switch')

    const { page } = admin
    const title = `Rain ${String(Date.now()).slice(-6)}`
    await page.goto('/notifications')
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add notification' }).first().click()
    const sheet = page.getByRole('dialog')
    // how many would get it, before it is sent [design/push-22]
    await sheet.getByText('Devices that get it: 1', { exact: true }).waitFor()
    await sheet.getByLabel('Devices').selectOption({ label: 'iOS' })
    await sheet.getByText('No device would get it.').waitFor()
    await sheet.getByLabel('Devices').selectOption({ label: 'All' })
    await sheet.getByLabel('Title').fill(title)
    await sheet.getByLabel('Message').fill('Book a little earlier.')
    await sheet.getByRole('button', { name: 'Add notification' }).click()
    const row = page.getByRole('row').filter({ hasText: title })
    await row.getByText('Not sent').waitFor()
    await expectAccessible(page, 'notifications')
    await expectNoSideScroll(page, 'notifications')
    await page.getByRole('button', { name: `Send ${title}`, exact: true }).click()
    const question = page.getByRole('dialog', { name: `Send “${title}”?` })
    await question.getByLabel('Send to').selectOption({ label: 'Riders and drivers' })
    await question.getByText('Devices that get it: 1', { exact: true }).waitFor()
    await admin.picture('send')
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await row.locator('td').getByText('Sent', { exact: true }).waitFor({ timeout: 20_000 })
    await admin.picture('sent')
    const payload = await payloadOf(title)

    // all pages of the app are closed
    await profile.goto('about:blank')
    await deliver(context, payload)
    await expect.poll(() => shown(context)).toEqual([{ title, body: 'Book a little earlier.', path: '/' }])
    // the device reported it
    await expect
      .poll(
        async () => {
          await page.reload()
          await row.waitFor()
          // recipients, sent, delivered and failed; the actions of the row follow them
          return (await row.locator('td').allInnerTexts()).slice(-5, -1)
        },
        { timeout: 40_000 },
      )
      .toEqual(['1', '1', '1', '0'])
  },
)

test('an open page in front shows nothing twice, and a pressed notification leads it on', async () => {
  const { page, context } = rider
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await page.bringToFront()
  const before = await shown(context)
  const message = { id: 'story', title: 'Remis', body: '$U 5 was added to your wallet.', path: '/wallet' }
  await deliver(context, JSON.stringify(message))
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // the page answers a press without loading again
  await page.evaluate(() => Object.assign(globalThis, { kept: true }))
  await worker.evaluate(async (path) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    await registration.showNotification('Pressed', { data: { path }, tag: 'pressed' })
    const [notification] = await registration.getNotifications({ tag: 'pressed' })
    const press = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    globalThis.dispatchEvent(press)
  }, '/wallet')
  await page.waitForURL('**/wallet')
  expect(await page.evaluate(() => (globalThis as { kept?: boolean }).kept)).toBe(true)
  expect((await shown(context)).filter(({ title }) => title !== 'Pressed')).toEqual(before)
})
