import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { createECDH, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { newRider } from '../testing/money-steps.ts'
import { findRoute, type Route } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookNow, openSession } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let driver: CallFunction
let route: Route

beforeAll(async () => {
  ;[driver, route] = await Promise.all([
    signInByCall(base, 'Driver Seven'),
    findRoute(base, '18 de julio 1234', 'terminal tres cruces'),
  ])
})
beforeEach(() => waitAtStart(driver, route))
afterAll(async () => {
  await stopByCall(driver)
})

/**
 * A browser whose reader has not decided and then answers so. It keeps its permission through a reload, counts its
 * questions and subscribes without a push service.
 */
const decides = async ({ context }: Actor, answer: 'granted' | 'denied') => {
  const key = createECDH('prime256v1')
  const device = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: key.generateKeys().toString('base64url'), auth: 'A'.repeat(22) },
  }
  await context.addInitScript(
    ({ says, subscription }) => {
      const read = (name: string) => localStorage.getItem(`story.${name}`)
      const write = (name: string, value: string) => localStorage.setItem(`story.${name}`, value)
      Object.defineProperty(Notification, 'permission', { get: () => read('permission') ?? 'default' })
      Notification.requestPermission = () => {
        write('asked', String(Number(read('asked') ?? 0) + 1))
        write('permission', says)
        return Promise.resolve(says)
      }
      PushManager.prototype.getSubscription = () => Promise.resolve(null)
      PushManager.prototype.subscribe = () =>
        Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription)
    },
    { says: answer, subscription: device },
  )
}

const timesAsked = ({ page }: Actor) => page.evaluate(() => Number(localStorage.getItem('story.asked') ?? 0))

const offerIn = ({ page }: Actor) => page.getByRole('region', { name: 'Turn on notifications' })

/** A new rider on a phone with a browser that answers so; `registered` counts the devices that the page registers. */
const enter = async (name: string, answer: 'granted' | 'denied', dark = false) => {
  const rider = await open(name, { viewport: phone, dark })
  const { email, password } = await newRider(base)
  await decides(rider, answer)
  await openSession(rider, { email, password })
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const registered: number[] = []
  rider.page.on('response', (reply) => {
    if (reply.url().endsWith('/api/push/device') && reply.request().method() === 'POST') registered.push(reply.status())
  })
  return { rider, call: clientOf(base, token), registered }
}

test('notifications are offered after the first booking, and "Not now" is kept [design/push-15]', async () => {
  const { rider, call, registered } = await enter('push-later', 'granted')
  const { page } = rider
  await page.goto('/')
  const id = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces')
  expect(await offerIn(rider).count()).toBe(0)
  await page.goto(`/trips/${id}`)
  await offerIn(rider).getByText('Know when your driver arrives, even when this page is closed.').waitFor()
  await rider.picture('offer')
  await expectAccessible(page, 'offer of notifications')
  await expectNoSideScroll(page, 'offer of notifications')
  await offerIn(rider).getByRole('button', { name: 'Not now' }).click()
  await offerIn(rider).waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await offerIn(rider).count()).toBe(0)
  expect([await timesAsked(rider), registered]).toEqual([0, []])
  await cancelByCall(call, id)
  expect(rider.complaints).toEqual([])
})

test('the offer registers the device once, and the profile shows that they are on [design/push-2] [design/push-15]', async () => {
  const { rider, call, registered } = await enter('push-on', 'granted', true)
  const { page } = rider
  const id = await bookByCall(call, route, /economy/i)
  await page.goto(`/trips/${id}`)
  await offerIn(rider).waitFor()
  await rider.picture('offer')
  expect(await timesAsked(rider)).toBe(0)
  await offerIn(rider).getByRole('button', { name: 'Turn on notifications' }).click()
  await offerIn(rider).waitFor({ state: 'hidden' })
  await page.goto('/profile')
  const device = page.getByRole('switch', { name: 'Notifications on this device' })
  await device.waitFor()
  expect(await device.isChecked()).toBe(true)
  expect(await offerIn(rider).count()).toBe(0)
  expect([await timesAsked(rider), registered]).toEqual([1, [200]])
  await cancelByCall(call, id)
  expect(rider.complaints).toEqual([])
})

test('a browser that blocks notifications says so, also in the profile [design/push-15]', async () => {
  const { rider, call, registered } = await enter('push-blocked', 'denied')
  const { page } = rider
  const id = await bookByCall(call, route, /economy/i)
  await page.goto(`/trips/${id}`)
  await offerIn(rider).getByRole('button', { name: 'Turn on notifications' }).click()
  const explained = 'Your browser blocks notifications of this site. Allow them in its settings.'
  await page.getByText(explained).waitFor()
  await rider.picture('blocked')
  await offerIn(rider).waitFor({ state: 'hidden' })
  await page.goto('/profile')
  const device = page.getByRole('switch', { name: 'Notifications on this device' })
  await device.waitFor()
  expect(await device.isDisabled()).toBe(true)
  await page.getByText(explained).scrollIntoViewIfNeeded()
  await rider.picture('profile')
  expect([await timesAsked(rider), registered]).toEqual([1, []])
  await cancelByCall(call, id)
  expect(rider.complaints).toEqual([])
})
