import type { CallFunction } from '@remis/domain/kit/call'
import { english } from '@remis/domain/texts/english'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorsAt } from '../testing/actors.ts'
import { signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { askDeliveryPrice, fillReceiver } from '../testing/delivery-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookedId, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let courier: CallFunction

/** Columns that the list shows only once they are chosen, and what the booking has in them. */
const parcelColumns = [
  [english.col_delivery_person, 'Receiver Two'],
  [english.col_delivery_phone, '099 123 456'],
  [english.col_delivery_instructions, 'Third floor'],
  [english.col_parcel, 'Furniture'],
  [english.col_option, 'Carry upstairs, two people'],
] as const

beforeAll(async () => {
  courier = await signInByCall(base, 'Courier Three')
  await waitAtStart(courier, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
})
afterAll(() => stopByCall(courier))

test(
  'an admin books a delivery, which needs the name of the receiver too, and finds it in the list with the columns of a delivery [delivery-9] [booking-35] [booking-36] [design/delivery-6] [design/delivery-8]',
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
    const estimate = page.getByRole('dialog', { name: 'Confirm booking' })
    await fillReceiver(admin, ' ')
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    await estimate.getByText('Enter the recipient’s name.').waitFor()
    await page.getByRole('alert').getByText('Enter the recipient’s name and phone number.').waitFor()
    await fillReceiver(admin, 'Receiver Two')
    await estimate.getByRole('textbox', { name: 'Instructions for delivery' }).fill('Third floor')
    await expectAccessible(page, 'estimate of the office')
    await admin.picture('estimate')
    await estimate.getByRole('button', { name: 'Confirm' }).click()
    const id = await bookedId(admin)

    await page.goto('/bookings')
    await page.getByRole('button', { name: english.table_columns, exact: true }).click()
    for (const [column] of parcelColumns) await page.getByRole('checkbox', { name: column, exact: true }).check()
    await page.keyboard.press('Escape')
    for (const [column, value] of parcelColumns) {
      await page.getByRole('columnheader', { name: column, exact: true }).waitFor()
      await page.getByRole('row').filter({ hasText: id }).getByRole('cell', { name: value, exact: true }).waitFor()
    }
    await admin.picture('list')
    await expectAccessible(page, 'list with the columns of a delivery')
    await page.getByRole('button', { name: english.table_columns, exact: true }).click()
    await page.getByRole('button', { name: english.table_columns_reset }).click()
    await page.getByRole('columnheader', { name: english.col_parcel, exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')

    await page.goto(`/bookings/${id}`)
    const parcel = page.getByRole('region', { name: 'Parcel' })
    for (const text of [
      'Recipient',
      'Recipient’s phone',
      'Receiver Two',
      '099 123 456',
      'Furniture',
      'Carry upstairs, two people',
    ])
      await parcel.getByText(text, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Share delivery' }).waitFor()
    await expectAccessible(page, 'page of a delivery')
    await expectNoSideScroll(page, 'page of a delivery')
    await admin.picture('booking')
    expect(admin.complaints).toEqual([])
  },
)
