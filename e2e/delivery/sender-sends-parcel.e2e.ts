import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { endingsApi } from '@remis/domain/booking/endings-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { CallFunction } from '@remis/domain/kit/call'
import type { Reply } from '@remis/domain/kit/endpoint'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { asSignedIn, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { askDeliveryPrice, fillReceiver } from '../testing/delivery-steps.ts'
import { atGateway, newRider } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openSession } from '../testing/steps.ts'
import { mailTo } from '../testing/trial-mailbox.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let courier: CallFunction
let admin: CallFunction

const sendLink = (on: boolean) => admin(settingsApi.change, { body: { settings: { receiverLinkSms: on } } })

beforeAll(async () => {
  admin = await signInByCall(base, 'Admin One')
  await sendLink(true)
  courier = await signInByCall(base, 'Courier Two')
  await waitAtStart(courier, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
})
afterAll(async () => {
  await sendLink(false)
  await stopByCall(courier)
})

test(
  'a sender chooses parcel and option, names the receiver, pays up front, and the receiver follows by a link, which is sent by SMS too [delivery-4] [delivery-7] [design/delivery-5] [design/delivery-6] [design/delivery-7] [design/delivery-8] [design/delivery-10] [design/delivery-50] [design/delivery-52]',
  { timeout: 240_000 },
  async () => {
    const sender = await open('sender-books')
    const { page } = sender
    await openSession(sender, await newRider(base))
    await page.goto('/')
    await page.getByRole('heading', { name: 'Send a parcel' }).waitFor()
    await sender.picture('landing')
    await askDeliveryPrice(sender)
    const estimate = page.getByRole('dialog', { name: 'Confirm your delivery' })
    await estimate.getByText('Small box', { exact: true }).waitFor()
    await estimate.getByText('Fragile', { exact: true }).waitFor()
    // [design/delivery-60]: the lines add up to the total, which is in view above the buttons
    const amounts = await estimate.locator('dd').allInnerTexts()
    const [total = 0, ...parts] = amounts.map((text) => Number(text.replaceAll(/[^\d.]/g, ''))).toReversed()
    expect(parts.length).toBe(3)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total)
    expect(await estimate.locator('dd').last().isVisible()).toBe(true)
    const box = await estimate.locator('dd').last().boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
    // paid by card first, without a promo [design/delivery-7]
    await estimate.getByText('Pay by card before we find a courier').waitFor()
    expect(await estimate.getByText(/promo/i).count()).toBe(0)
    expect(await estimate.getByRole('radio').count()).toBe(0)
    // [delivery-8]
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    await estimate.getByText('Enter the recipient’s phone number, with at least 7 digits.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('deliveryPersonPhone')
    await fillReceiver(sender)
    await estimate.getByRole('textbox', { name: 'Instructions for delivery' }).fill('Second floor')
    await expectAccessible(page, 'estimate of a delivery')
    await sender.picture('estimate')
    const answered = page.waitForResponse((one) => one.url().endsWith('/api/bookings') && one.status() === 200)
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    const { id } = ((await (await answered).json()) as { booking: { id: string } }).booking
    await page.getByRole('button', { name: 'Pay with test gateway' }).click()
    await atGateway(sender, 'Approve')
    await page.getByText('Payment received.').waitFor()
    // other stories of the city may have offers out
    const offered = async () => (await courier(dispatchApi.offers, {})).rows.some(({ bookingId }) => bookingId === id)
    await expect.poll(offered, { timeout: 20_000 }).toBe(true)
    await courier(bookingsApi.accept, { params: { id }, body: {} })

    await page.goto(`/trips/${id}`)
    const parcel = page.getByRole('region', { name: 'Parcel' })
    for (const text of [
      'Recipient',
      'Recipient’s phone',
      'Receiver One',
      '099 123 456',
      'Small box',
      'Fragile',
      'Second floor',
    ])
      await parcel.getByText(text, { exact: true }).waitFor()
    await expectAccessible(page, 'delivery of its sender')
    await sender.picture('trip')
    await page.getByRole('button', { name: 'Share delivery' }).click()
    const dialog = page.getByRole('dialog')
    const sentBySms = 'Sent to the recipient by SMS'
    await dialog.getByText(sentBySms).waitFor()
    await dialog.getByRole('button', { name: 'Create link for the recipient' }).click()
    const made = dialog.getByRole('listitem').filter({ hasNotText: sentBySms })
    await made.getByText('For the recipient', { exact: true }).waitFor()
    await sender.picture('links')
    await expectAccessible(page, 'links of a delivery')
    const address = await made.locator('code').innerText()
    const sms = await mailTo(base, '+59899123456', /\/follow#/)

    const receiver = await open('receiver', { viewport: phone })
    const coming = receiver.page.getByRole('heading', { name: 'The courier is on the way to Rider' })
    await receiver.page.goto(/\/follow#\S+/.exec(sms)?.[0] ?? '')
    await coming.waitFor()
    await receiver.page.goto('about:blank')
    await receiver.page.goto(address)
    await coming.waitFor()
    await receiver.page.getByText('Small box · Fragile').waitFor()
    expect(await receiver.page.getByText('18 de Julio').count()).toBe(0)
    await expectAccessible(receiver.page, 'a parcel for its receiver')
    await expectNoSideScroll(receiver.page, 'a parcel for its receiver')
    await receiver.picture('follows')

    // the courier is free for the next story
    const at = `/api/bookings/${id}`
    const { body } = await asSignedIn<Reply<typeof endingsApi.cancellation>>(sender, 'GET', `${at}/cancellation`)
    const reason = body.reasons[0]?.id ?? 'Not needed'
    expect((await asSignedIn(sender, 'POST', `${at}/cancel`, { reason, fee: body.fee })).status).toBe(200)
    expect([...sender.complaints, ...receiver.complaints]).toEqual([])
  },
)

test('on a phone in Arabic a visitor sees the words and prices of a delivery, and the form fits [languages-4]', async () => {
  const visitor = await open('sender-arabic', { viewport: phone, dark: true })
  const { page } = visitor
  await page.goto('/')
  await chooseArabic(visitor)
  await page.getByRole('heading', { name: 'إرسال طرد' }).waitFor()
  await page.getByRole('combobox', { name: 'المركبة' }).click()
  await page.getByRole('option', { name: /Motorbike/ }).waitFor()
  await visitor.picture('form')
  await page.getByRole('option', { name: /Motorbike/ }).click()
  await expectAccessible(page, 'form of a delivery in Arabic')
  await expectNoSideScroll(page, 'form of a delivery in Arabic')
  expect(visitor.complaints).toEqual([])
})
