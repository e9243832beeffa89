import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { signInByCall } from '../testing/by-call.ts'
import { askDeliveryPrice, fillReceiver, takePhoto } from '../testing/delivery-steps.ts'
import { acceptRequest, enterCode, startDriving, takeOffline, tripCodeOf } from '../testing/driver-steps.ts'
import { atGateway, newRider } from '../testing/money-steps.ts'
import { driveAlong, findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, speakArabic } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base, { viewport: phone, locale: 'ar', language: 'ar' }, { map: true })
let admin: CallFunction
let courier: Actor

const takePhotos = (on: boolean) =>
  admin(settingsApi.change, {
    body: { settings: { AllowDeliveryPickupImageCapture: on, AllowFinalDeliveryImageCapture: on } },
  })

beforeAll(async () => {
  admin = await signInByCall(base, 'Admin One')
  await takePhotos(true)
})
afterAll(async () => {
  await takePhotos(false)
  await takeOffline(courier)
})

const look = async (actor: Actor, screen: string): Promise<void> => {
  await actor.picture(screen)
  await expectAccessible(actor.page, `${screen}, Arabic`)
  await expectNoSideScroll(actor.page, `${screen}, Arabic`)
}

test(
  'a sender and a courier with Arabic phones: booked, paid, chatted about, photographed and delivered [languages-4] [delivery-4] [delivery-11] [design/chat-3]',
  { timeout: 280_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const sender = await open('arabic-sender')
    courier = await open('arabic-courier', { at: route.start, dark: true })
    // a chat without a message
    for (const actor of [sender, courier]) {
      actor.forgive(/404/)
      await speakArabic(actor)
    }
    await startDriving(courier, 'Courier Two')

    await openSession(sender, await newRider(base))
    const { page, label } = sender
    await page.goto('/')
    await askDeliveryPrice(sender)
    await fillReceiver(sender)
    await look(sender, 'estimate')
    const answered = page.waitForResponse((one) => one.url().endsWith('/api/bookings') && one.status() === 200)
    await page
      .getByRole('dialog', { name: label('estimate_title') })
      .getByRole('button', { name: label('confirm_booking') })
      .click()
    const { id } = ((await (await answered).json()) as { booking: { id: string } }).booking
    await page.getByRole('button', { name: label('pay_with_provider') }).click()
    await atGateway(sender, 'Approve')
    await page.getByText(label('pay_status_paid_booking')).waitFor()

    await acceptRequest(courier)
    await page.goto(`/trips/${id}`)
    const code = await tripCodeOf(sender)
    await look(sender, 'courier-comes')

    // The courier's quick reply arrives in Arabic too.
    await courier.page.getByRole('button', { name: courier.label('chat_open') }).click()
    await courier.page.getByRole('button', { name: courier.label('chat_quick_here') }).click()
    await page.getByRole('button', { name: label('chat_open') }).click()
    await page
      .getByRole('article')
      .filter({ hasText: label('chat_quick_here') })
      .waitFor()
    await page.getByRole('textbox', { name: label('chat_message') }).fill('أنا قادم')
    await page.getByRole('button', { name: label('chat_send') }).click()
    await courier.page.getByRole('article').filter({ hasText: 'أنا قادم' }).waitFor()
    await look(courier, 'chat')
    for (const actor of [sender, courier]) {
      await actor.page.keyboard.press('Escape')
      await actor.page.getByRole('textbox', { name: label('chat_message') }).waitFor({ state: 'hidden' })
    }

    await courier.page.getByRole('button', { name: courier.label('drive_arrived') }).click()
    await courier.page.getByRole('button', { name: courier.label('photo_take') }).waitFor()
    await look(courier, 'pickup-photo')
    await takePhoto(courier, 'pickup_image')
    await courier.page.getByText(courier.label('photo_sent')).waitFor()
    await enterCode(courier, code)
    await courier.page.getByRole('heading', { name: courier.label('drive_step_drop') }).waitFor()
    await driveAlong(courier, route, 4)
    await look(courier, 'at-the-door')
    await courier.page.getByRole('button', { name: courier.label('drive_reached') }).click()
    const dialog = courier.page.getByRole('dialog', { name: courier.label('hand_over') })
    await takePhoto(courier, 'deliver_image')
    await dialog.getByText(courier.label('photo_sent')).waitFor()
    await dialog.getByRole('textbox', { name: courier.label('hand_over_name') }).fill('الجار')
    await look(courier, 'hand-over')
    await dialog.getByRole('button', { name: courier.label('hand_over_done') }).click()
    await courier.page.getByRole('heading', { name: courier.label('drive_step_done') }).waitFor()
    await look(courier, 'done')

    const proof = page.getByRole('region', { name: label('proof_title') })
    await proof.getByText('الجار').waitFor()
    await expect.poll(() => proof.locator('img').count()).toBe(2)
    await look(sender, 'proof')
    expect([...sender.complaints, ...courier.complaints]).toEqual([])
  },
)
