import { dayMs } from '@remis/domain/kit/durations'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { reportsApi } from '@remis/domain/reports/reports-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { ledgerApi } from '@remis/domain/wallet/ledger-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { bookByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { changeSettings, newRider } from '../testing/money-steps.ts'
import { makeOlder } from '../testing/older-booking.ts'
import { findRoute } from '../testing/route.ts'
import { openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const data = inject('quietCityData')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('a-day')
  await openSession(admin, trial('Admin One'))
})

/** An insurance ends within the month, and a driver waits for money. */
const morning = async ({ page }: Actor): Promise<void> => {
  await page.goto('/drivers?documents=expiring')
  await page
    .getByRole('row', { name: /Driver One/ })
    .first()
    .waitFor()
  await admin.picture('expiring')

  const office = await signInByCall(base, 'Admin One')
  const driver = await signInByCall(base, 'Driver Two')
  const { rows: wallets } = await office(creditsApi.people, { query: { search: 'Driver Two' } })
  await office(creditsApi.create, {
    params: { id: wallets[0]?.id ?? '' },
    body: { amount: 200, reason: 'Cash at the desk' },
  })
  const { withdrawal } = await driver(withdrawalsApi.request, { body: { amount: 10 } })
  await openPage(page, '/dashboard')
  await page.getByRole('link', { name: /withdrawals? to pay/ }).click()
  await page.waitForURL('**/withdraws*')
  await page.getByRole('button', { name: 'Process the withdrawal of Driver Two' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Process' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: /Driver Two/ })
    .first()
    .getByText('Processed')
    .waitFor()
  const { rows } = await driver(withdrawalsApi.list, { query: {} })
  expect(rows.find(({ id }) => id === withdrawal.id)).toMatchObject({ processed: true })
}

/** No driver was found for a booking. The office assigns one; the rider then cancels, for a fee. */
const noon = async ({ page }: Actor): Promise<void> => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const north = (km: number) => ({ lat: route.start.lat + km / 111.195, lng: route.start.lng })
  const driver = await signInByCall(base, 'Driver Thirteen')
  await waitAtStart(driver, { ...route, start: north(0.8) })
  const { email, password } = await newRider(base)
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const rider = clientOf(base, token)
  await changeSettings(admin, { autoDispatch: false })
  try {
    const id = await bookByCall(rider, route, /economy/i)
    const params = { id }
    await openPage(page, '/dashboard')
    await page
      .getByRole('link', { name: /No driver found.*Rider New/ })
      .first()
      .click()
    await page.waitForURL('**/bookings?id=*')
    await openPage(page, `/bookings?q=${id}`)
    await page.getByRole('button', { name: `Assign driver ${id}` }).click()
    await page.getByRole('button', { name: 'Assign Driver Thirteen' }).click()
    await page.getByText('Driver assigned successfully and notified.').first().waitFor()
    await driver(bookingsApi.accept, { params, body: {} })
    await makeOlder(data, id, 180)
    // the driver came nearer, so the late cancel costs a fee
    const { lastFixSeq } = await driver(dispatchApi.day, {})
    await driver(trackingApi.send, { body: { fixes: [{ seq: lastFixSeq + 1, at: Date.now(), ...north(0.5) }] } })
    await expect.poll(async () => (await rider(endingsApi.cancellation, { params })).fee).toBeGreaterThan(0)
    const { fee, reasons } = await rider(endingsApi.cancellation, { params })
    await rider(bookingsApi.cancel, { params, body: { reason: reasons[0]?.id ?? '', fee } })
    await openPage(page, `/bookings?id=${id}`)
    await page.getByRole('complementary').getByText('Cancelled').first().waitFor()
    await openPage(page, '/debts?q=Rider%20New')
    await page
      .getByRole('row', { name: new RegExp(String(fee)) })
      .first()
      .waitFor()
    await admin.picture('debt')
    await page
      .getByRole('row', { name: new RegExp(String(fee)) })
      .first()
      .click()
    const paid = page.getByRole('dialog', { name: 'Rider New paid in cash' })
    await paid.getByRole('button', { name: /^Add / }).waitFor()
    await admin.picture('debt-paid')
    await paid.getByRole('button', { name: /^Add / }).click()
    await page
      .getByText(/added to the wallet of Rider New/)
      .first()
      .waitFor()
    await page.getByText('No matches.').waitFor()
  } finally {
    await changeSettings(admin, { autoDispatch: true })
    await stopByCall(driver)
  }
}

/** The dashboard, the report and the books of the day are the same money; then a day that is over is closed. */
const evening = async ({ page }: Actor): Promise<void> => {
  const office = await signInByCall(base, 'Admin One')
  const { earnings } = await office(dashboardApi.now, {})
  const { rows: months } = await office(reportsApi.earnings, { query: { limit: 100 } })
  expect(earnings.total).toBeGreaterThan(0)
  expect(months.reduce((sum, { convenienceFee }) => sum + convenienceFee, 0)).toBeCloseTo(earnings.total, 5)

  const open = await office(dayCloseApi.open, {})
  const { day: running } = await office(dayCloseApi.day, { query: { day: open.today } })
  expect(running).toMatchObject({ state: 'running', differences: [] })
  expect(running.moves.credits).toBeGreaterThanOrEqual(200)
  expect(running.moves.payouts).toBeGreaterThanOrEqual(10)
  expect(running.moves.newDebts).toBeGreaterThan(0)
  expect(running.moves.debtsCollected).toBe(running.moves.creditsInCash)
  expect(running.trips.convenienceFee + running.moves.correctedFees).toBeCloseTo(earnings.today, 5)
  const { rows: balances, sum } = await office(ledgerApi.balances, { query: { day: open.today } })
  expect(sum).toBe(0)
  expect(running.accounts.map(({ account, closing }) => [account, closing])).toEqual(
    balances.map(({ account, closing }) => [account, closing]),
  )
  await openPage(page, `/dayclose?id=${open.today}`)
  await page.getByText('Equal to the ledger.').waitFor()
  await admin.picture('running-day')

  const day = open.first ? new Date(Date.parse(open.today) - 6 * dayMs).toISOString().slice(0, 10) : open.next
  await openPage(page, `/dayclose?id=${day}`)
  await page.getByText('Not closed', { exact: true }).waitFor()
  await page.getByText('Equal to the ledger.').waitFor()
  await page.getByRole('button', { name: 'Close the day' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the day' }).click()
  await page.getByText(/^Closed .* by Admin One$/).waitFor()
  await admin.picture('closed-day')
}

test(
  'morning, noon and evening of an operator [backoffice-5] [reports-2] [reports-22] [wallet-14] [dispatch-10]',
  { timeout: 240_000 },
  async () => {
    await morning(admin)
    await noon(admin)
    await evening(admin)
    expect(admin.complaints).toEqual([])
  },
)
