import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt } from '../testing/actors.ts'
import { signInByCall, waitAtStart } from '../testing/by-call.ts'
import { askDeliveryPrice, fillReceiver } from '../testing/delivery-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let courier: CallFunction

beforeAll(async () => {
  courier = await signInByCall(base, 'Courier Three')
  await waitAtStart(courier, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
})
afterAll(() => courier(dispatchApi.goOnline, { body: { online: false } }))

test(
  'an admin books a delivery, which needs the name of the receiver too, and finds it in the list [delivery-9] [booking-35] [design/delivery-6] [design/delivery-8]',
  { timeout: 200_000 },
  async () => {
    const admin = await open('admin-sends')
    const { page } = admin
    await openSession(admin, trial('Admin One'))
    await page.goto('/addbookings')
    const picker = page.getByRole('combobox', { name: 'Sender' })
    await picker.click()
    await picker.pressSequentially('Sender Two', { delay: 20 })
    await page.getByRole('option', { name: /^Sender Two/ }).click()
    await askDeliveryPrice(admin, { car: /van/i, type: /Furniture/, option: /upstairs/ })
    const estimate = page.getByRole('dialog', { name: 'Confirm your delivery' })
    await fillReceiver(admin, ' ')
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    await estimate.getByText('Enter the recipient’s name and phone number.').waitFor()
    await fillReceiver(admin, 'Receiver Two')
    await expectAccessible(page, 'estimate of the office')
    await admin.picture('estimate')
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    const message = page.getByText(/Your delivery is booked/)
    await message.waitFor()
    const id = /[0-9A-HJKMNP-TV-Z]{10}/.exec((await message.textContent()) ?? '')?.[0] ?? ''

    await page.goto(`/bookings/${id}`)
    const parcel = page.getByRole('region', { name: 'Parcel' })
    for (const text of ['Receiver Two', '099 123 456', 'Furniture', 'Carry upstairs, two people'])
      await parcel.getByText(text).waitFor()
    await page.getByRole('button', { name: 'Share delivery' }).waitFor()
    await expectAccessible(page, 'page of a delivery')
    await expectNoSideScroll(page, 'page of a delivery')
    await admin.picture('booking')
    expect(admin.complaints).toEqual([])
  },
)
