import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { reportsApi } from '@remis/domain/reports/reports-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openActor, type Actor } from '../testing/actors.ts'
import { bookByCall, signInByCall, waitAtStart } from '../testing/by-call.ts'
import { openBrowser } from '../testing/chromium.ts'
import { changeSettings, newRider } from '../testing/money-steps.ts'
import { makeOlder, moveInsuranceEnd } from '../testing/older-booking.ts'
import { clientOf } from '../testing/client.ts'
import { findRoute } from '../testing/route.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const data = inject('quietCityData')
let browser: Browser
let admin: Actor

beforeAll(async () => {
  browser = await openBrowser()
  admin = await openActor(browser, 'a-day', { base })
  await openSession(admin, trial('Admin One'))
})
afterAll(() => browser?.close())

/** Morning: an insurance has ended, and a driver waits for money. */
const morning = async ({ page }: Actor): Promise<void> => {
  const office = await signInByCall(base, 'Admin One')
  const insured = trial('Driver One').email
  const days = 30
  await moveInsuranceEnd(data, insured, -days)
  try {
    const { rows } = await office(peopleApi.listDrivers, { query: { search: 'Driver One' } })
    const id = rows.find(({ email }) => email === insured)?.id ?? ''
    await page.goto(`/people/${id}`)
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Insurance' }).getByText('Expired').waitFor()
    await admin.picture('expired')
  } finally {
    await moveInsuranceEnd(data, insured, days)
  }

  const driver = await signInByCall(base, 'Driver Two')
  const { rows: wallets } = await office(creditsApi.people, { query: { search: 'Driver Two' } })
  await office(creditsApi.create, {
    params: { id: wallets[0]?.id ?? '' },
    body: { amount: 200, reason: 'Cash at the desk' },
  })
  const { withdrawal } = await driver(withdrawalsApi.request, { body: { amount: 10 } })
  await page.goto('/withdraws')
  await page.getByRole('button', { name: 'Process the withdrawal of Driver Two' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Process' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const { rows } = await driver(withdrawalsApi.list, { query: {} })
  expect(rows.find(({ id }) => id === withdrawal.id)).toMatchObject({ processed: true })
}

/** Noon: no driver was found for a booking. The office assigns one; the rider then cancels, for a fee. */
const noon = async ({ page }: Actor): Promise<void> => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const north = (km: number) => ({ lat: route.start.lat + km / 111.195, lng: route.start.lng })
  const driver = await signInByCall(base, 'Driver Thirteen')
  await waitAtStart(driver, { ...route, start: north(0.8) })
  const { token } = await clientOf(base)(accountsApi.signIn, { body: await newRider(base) })
  const rider = clientOf(base, token)
  await changeSettings(admin, { autoDispatch: false })
  try {
    const id = await bookByCall(rider, route, /economy/i)
    const params = { id }
    await page.goto('/dashboard')
    await page
      .getByRole('link', { name: /No driver found.*Rider New/ })
      .first()
      .click()
    await page.waitForURL('**/bookings?id=*')
    await page.goto(`/bookings?q=${id}`)
    await page.getByRole('button', { name: `Assign driver ${id}` }).click()
    await page.getByRole('button', { name: 'Assign Driver Thirteen' }).click()
    await page.getByText('Driver assigned successfully and notified.').first().waitFor()
    await driver(bookingsApi.accept, { params, body: {} })
    await makeOlder(data, id, 180)
    const { lastFixSeq } = await driver(dispatchApi.day, {})
    await driver(trackingApi.send, { body: { fixes: [{ seq: lastFixSeq + 1, at: Date.now(), ...north(0.5) }] } })
    await expect.poll(async () => (await rider(endingsApi.cancellation, { params })).fee).toBeGreaterThan(0)
    const { fee, reasons } = await rider(endingsApi.cancellation, { params })
    await rider(bookingsApi.cancel, { params, body: { reason: reasons[0]?.id ?? '', fee } })
    await page.goto(`/bookings?id=${id}`)
    await page.getByText('Cancelled').first().waitFor()
    await page.goto('/debts?q=Rider%20New')
    await page
      .getByRole('row', { name: new RegExp(String(fee)) })
      .first()
      .waitFor()
    await admin.picture('debt')
  } finally {
    await changeSettings(admin, { autoDispatch: true })
    await driver(dispatchApi.goOnline, { body: { online: false } })
  }
}

/** Evening: the card of the month and the earning report are the same money. */
const evening = async ({ page }: Actor): Promise<void> => {
  const office = await signInByCall(base, 'Admin One')
  const { earnings } = await office(dashboardApi.now, {})
  const { rows } = await office(reportsApi.earnings, { query: { limit: 100 } })
  const newest = rows.reduce((one, other) => (other.year * 12 + other.month > one.year * 12 + one.month ? other : one))
  expect(earnings.month).toBeGreaterThan(0)
  expect(newest.convenienceFee).toBeCloseTo(earnings.month, 5)
  expect(rows.reduce((sum, { convenienceFee }) => sum + convenienceFee, 0)).toBeCloseTo(earnings.total, 5)
  await page.goto('/earningreports')
  const cell = await page.getByRole('row').nth(1).innerText()
  await page.goto('/dashboard')
  const card = page.getByText('This month').locator('xpath=..')
  const shown = /[\d.,\u00a0 ]*\d/.exec(await card.innerText())?.[0].trim() ?? ''
  expect(shown).not.toBe('')
  expect(cell).toContain(shown)
  await closeTheDay(admin)
}

/** The end of the evening, once there is a screen for it. */
const closeTheDay = async ({ page }: Actor): Promise<void> => {
  await page.getByRole('heading', { name: /Needs you/ }).waitFor()
}

test(
  'morning, noon and evening of an operator [backoffice-5] [reports-2] [wallet-14] [dispatch-10]',
  { timeout: 240_000 },
  async () => {
    await morning(admin)
    await noon(admin)
    await evening(admin)
    expect(admin.complaints).toEqual([])
  },
)
