import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { chatApi } from '@remis/domain/chat/chat-api'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { newRider } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, speakArabic, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test('a rider in Arabic and a driver write to each other on phones, over a lost link too [design/chat-3]', async () => {
  const route = await findRoute(base, 'palacio salvo', 'terminal tres cruces')
  const drive = await signInByCall(base, 'Driver Seven')
  await waitAtStart(drive, route)
  const rider = await open('rider-chats', { viewport: phone, locale: 'ar' })
  const account = await newRider(base)
  const { email, password } = account
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const call = clientOf(base, token)
  const id = await bookByCall(call, route, /economy/i)
  await drive(bookingsApi.accept, { params: { id }, body: {} })

  const driver = await open('driver-chats', { viewport: phone, dark: true, at: route.start })
  // a chat without a message
  for (const actor of [rider, driver]) actor.forgive(/404/)
  await openSession(driver, trial('Driver Seven'))
  // The address of a notice or a push leads the driver of the trip to the driver's screen [design/chat-8].
  await driver.page.goto(`/trips/${id}?chat=open`)
  await driver.page.waitForURL('**/drive?chat=open')
  await driver.page.goto('/drive')
  await driver.page.getByRole('button', { name: /^Open the chat with/ }).click()
  const ofDriver = driver.page.getByRole('dialog')
  await ofDriver.getByText('No messages yet.').waitFor()
  await expectAccessible(driver.page, 'an empty chat')
  await driver.page.goBack()
  await ofDriver.waitFor({ state: 'hidden' })
  await driver.page.waitForURL('**/drive')
  // The close button is one step back, also when pressed twice: Forward opens the chat again [design/web-116].
  await driver.page.getByRole('button', { name: /^Open the chat with/ }).click()
  await ofDriver.getByRole('button', { name: driver.label('panel_close') }).dblclick()
  await driver.page.waitForURL('**/drive')
  await driver.page.goForward()
  await ofDriver.getByRole('button', { name: 'I’m at the pickup.' }).click()
  await ofDriver.getByRole('article').filter({ hasText: 'I’m at the pickup.' }).waitFor()

  await openSession(rider, account)
  await speakArabic(rider)
  await rider.page.goto(`/trips/${id}`)
  // with the number of unread messages
  await rider.page.getByRole('button', { name: /افتح المحادثة مع .*: / }).click()
  const ofRider = rider.page.getByRole('dialog')
  const theirs = ofRider.getByRole('article').filter({ hasText: 'أنا عند نقطة الانطلاق.' })
  await theirs.waitFor()
  await ofDriver.getByText('Read', { exact: true }).waitFor()

  // The link is lost: what is written waits, through a reload too.
  const posts = '**/api/chats/*/messages'
  await rider.context.route(posts, (request) =>
    request.request().method() === 'POST' ? request.abort() : request.continue(),
  )
  rider.forgive(/ERR_FAILED/)
  const field = ofRider.getByRole('textbox')
  await field.fill('أنا قادم')
  await ofRider.getByRole('button', { name: 'إرسال الرسالة' }).click()
  await ofRider.getByText('بانتظار الاتصال').waitFor()
  await rider.page.reload()
  await ofRider.getByText('أنا قادم').waitFor()
  await rider.picture('waiting')
  await rider.context.unroute(posts)
  const arrived = ofDriver.getByRole('article').filter({ hasText: 'أنا قادم' })
  await arrived.waitFor()
  expect(await arrived.count()).toBe(1)
  await expect
    .poll(async () => (await call(chatApi.messages, { params: { id }, query: {} })).messages.map(({ n }) => n))
    .toEqual([1, 2])

  // The rider's messages are at the inline end: left in Arabic, right in English.
  const own = await ofRider.getByRole('article').filter({ hasText: 'أنا قادم' }).boundingBox()
  const other = await theirs.boundingBox()
  expect(own?.x).toBeLessThan(other?.x ?? 0)
  await expectAccessible(rider.page, 'chat, Arabic')
  await expectNoSideScroll(rider.page, 'chat, Arabic')

  const buffer = await driver.page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } })
  await ofDriver.locator('input[type=file]').setInputFiles({ name: 'car.png', mimeType: 'image/png', buffer })
  await ofRider.getByRole('img', { name: /صورة من/ }).waitFor()
  await rider.picture('chat')
  await driver.picture('chat')
  await expectAccessible(driver.page, 'chat')
  await expectNoSideScroll(driver.page, 'chat')

  await cancelByCall(call, id)
  await stopByCall(drive)
  expect([...rider.complaints, ...driver.complaints]).toEqual([])
})
