import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { expect, inject, test } from 'vitest'
import { actorsAt } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { newRider } from '../testing/money-steps.ts'
import { endSearch } from '../testing/older-booking.ts'
import { findRoute } from '../testing/route.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
const driverName = 'Driver Twelve'

test('without a mouse: the office adds cash to a wallet, takes it back, and pays a withdrawal out', async () => {
  const admin = await open('keyboard-office')
  await openSession(admin, trial('Admin One'))
  const { page } = admin
  const { press, type, tabTo, isAt } = keysOf(page)
  const row = page.getByRole('row', { name: new RegExp(driverName) }).first()
  const dialog = page.getByRole('dialog')

  const enter = async (amount: string, reason: string) => {
    await tabTo(page.getByRole('combobox', { name: 'User' }))
    await type(driverName)
    // the list of this text: Enter chooses nothing of an earlier one
    await expect.poll(() => page.getByRole('listbox', { name: 'User' }).getByRole('option').count()).toBe(1)
    await press('Enter')
    await page.getByText(/^Driver · .*Balance/).waitFor()
    await tabTo(page.getByRole('textbox', { name: 'Amount', exact: true }))
    await type(amount)
    await tabTo(page.getByRole('textbox', { name: 'Reason', exact: true }))
    await type(reason)
  }

  await page.goto('/addtowallet')
  await enter('90', 'Pays what is owed')
  await tabTo(page.getByRole('checkbox', { name: 'Paid in cash at the office' }))
  await press('Space')
  await tabTo(page.getByRole('button', { name: 'Add to wallet' }))
  await press('Enter')
  // the question begins at the button that adds nothing
  await isAt(dialog.getByRole('button').filter({ hasText: 'Cancel' }))
  await tabTo(dialog.getByRole('button', { name: /^Add .*90/ }))
  await press('Enter')
  await page.getByText(new RegExp(`90.* added to the wallet of ${driverName}`)).waitFor()
  await row.getByText('Cash', { exact: true }).waitFor()

  const takeBack = page.getByRole('button', { name: `Take back the credit of ${driverName}` }).first()
  await tabTo(takeBack, 120)
  await press('Enter')
  await dialog.getByRole('textbox').waitFor()
  await isAt(dialog.getByRole('textbox'))
  await type('The wrong amount')
  await tabTo(dialog.getByRole('button', { name: 'Take back' }))
  await press('Enter')
  await row.getByText('Taken back').waitFor()
  await row.getByText('The wrong amount').waitFor()

  const call = await signInByCall(base, driverName)
  const before = (await call(withdrawalsApi.list, { query: {} })).rows.length
  await page.goto('/addtowallet')
  await enter('70', 'Bonus of the month')
  await tabTo(page.getByRole('button', { name: 'Add to wallet' }))
  await press('Space')
  await tabTo(dialog.getByRole('button', { name: /^Add .*70/ }))
  await press('Space')
  await page.getByText(new RegExp(`70.* added to the wallet of ${driverName}`)).waitFor()

  await call(withdrawalsApi.request, { body: { amount: 50 } })
  await page.goto('/withdraws')
  await row.getByText('Open').waitFor()
  const process = page.getByRole('button', { name: `Process the withdrawal of ${driverName}` }).first()
  await tabTo(process, 120)
  await press('Enter')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('button', { name: 'Process' }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText('Processed').waitFor()
  expect((await call(withdrawalsApi.list, { query: {} })).rows).toHaveLength(before + 1)
  expect(admin.complaints).toEqual([])
})

test('without a mouse: the office ends a trip, corrects a fare, writes one off, records cash, searches again and closes a day [design/web-87]', async () => {
  const admin = await open('keyboard-endings')
  await openSession(admin, trial('Admin One'))
  const { page } = admin
  const { press, type, tabTo, isAt, isKept } = keysOf(page)
  const dialog = page.getByRole('dialog')
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const driver = await signInByCall(base, 'Driver Thirteen')
  const { email, password } = await newRider(base)
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const rider = clientOf(base, token)

  /** A trip that has begun, or has ended and is owed or paid. */
  const trip = async (until: 'started' | 'owed' | 'paid'): Promise<string> => {
    await waitAtStart(driver, route)
    const id = await bookByCall(rider, route, /economy/i)
    const params = { id }
    await driver(bookingsApi.accept, { params, body: {} })
    await driver(bookingsApi.arrive, { params, body: {} })
    const { booking } = await rider(bookingsApi.get, { params })
    await driver(bookingsApi.start, { params, body: { otp: booking.otp ?? '' } })
    if (until === 'started') return id
    await driver(bookingsApi.reach, { params, body: {} })
    if (until === 'paid') await driver(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
    else await driver(bookingsApi.notPaid, { params, body: {} })
    return id
  }
  const statusOf = async (id: string) => (await rider(bookingsApi.get, { params: { id } })).booking.status
  /** Opens the booking from the list by the keys of its rows. */
  const openBooking = async (id: string) => {
    await page.goto(`/bookings?q=${id}`)
    await page.locator(`[data-row="${id}"]`).waitFor()
    await press('j')
    await isAt(page.locator(`[data-row="${id}"]`))
    await press('Enter')
    await page.getByRole('complementary').getByRole('heading', { name: 'Timeline' }).waitFor()
  }

  const ended = await trip('started')
  await openBooking(ended)
  await tabTo(page.getByRole('button', { name: 'End trip' }))
  await press('Enter')
  await tabTo(dialog.getByRole('textbox', { name: 'Reason' }))
  await type('The street is flooded')
  await tabTo(dialog.getByRole('button', { name: 'End trip' }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('complementary').getByText('Cancelled').first().waitFor()
  await isKept()
  expect(await statusOf(ended)).toBe('CANCELLED')
  await press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'hidden' })
  await isAt(page.locator(`[data-row="${ended}"]`))

  const paid = await trip('paid')
  await openBooking(paid)
  const correct = page.getByRole('button', { name: 'Correct the fare' })
  await tabTo(correct)
  await press('Enter')
  await isAt(dialog.getByRole('textbox', { name: /Amount/ }))
  await type('10')
  await tabTo(dialog.getByRole('textbox', { name: 'Reason' }))
  await type('A detour')
  await tabTo(dialog.getByRole('switch'))
  await press('Space')
  await tabTo(dialog.getByRole('button', { name: 'Save the correction' }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByText(/A detour/)
    .first()
    .waitFor()
  await isAt(correct)

  const owed = await trip('owed')
  await openBooking(owed)
  await tabTo(page.getByRole('button', { name: 'Write off' }))
  await press('Enter')
  await isAt(dialog.getByRole('textbox', { name: 'Reason' }))
  await type('The rider left')
  await tabTo(dialog.getByRole('button', { name: /^Write off/ }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => statusOf(owed)).toMatch(/PAID|COMPLETE/)
  await page.getByRole('button', { name: 'Write off' }).waitFor({ state: 'hidden' })
  await isKept()

  // recording cash requires a choice of who holds it [design/money-15]
  const inCash = await trip('owed')
  await openBooking(inCash)
  await tabTo(page.getByRole('button', { name: 'Cash received' }))
  await press('Enter')
  await dialog.getByText('Nothing is taken from the driver, who gets the whole share.').waitFor()
  await tabTo(dialog.getByRole('button', { name: 'The office has it' }))
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => statusOf(inCash)).toMatch(/PAID|COMPLETE/)
  await isKept()

  // a search that has ended is started again by the office [design/dispatch-20]
  await waitAtStart(driver, route)
  const unserved = await bookByCall(rider, route, /economy/i)
  await endSearch(data, unserved)
  await openBooking(unserved)
  const again = page.getByRole('button', { name: 'Search again' })
  await page
    .getByRole('button', { name: /^Assign driver/ })
    .first()
    .waitFor()
  await tabTo(again)
  await press('Enter')
  await again.waitFor({ state: 'hidden' })
  expect((await rider(bookingsApi.get, { params: { id: unserved } })).booking.search?.state).toBe('searching')
  await cancelByCall(rider, unserved)
  await stopByCall(driver)

  const call = await signInByCall(base, 'Admin One')
  const { today, next, first } = await call(dayCloseApi.open, {})
  const day = first || next === null ? new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10) : next
  await page.goto(`/dayclose?id=${day}`)
  const close = page.getByRole('button', { name: 'Close the day' })
  await tabTo(close)
  await press('Enter')
  await dialog.getByText('The totals are stored for good').waitFor()
  await isAt(dialog.getByRole('button', { name: 'Cancel' }).last())
  await press('Tab')
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/^Closed .* by Admin One$/).waitFor()
  await isKept()
  expect(admin.complaints).toEqual([])
  await admin.leave()
})
