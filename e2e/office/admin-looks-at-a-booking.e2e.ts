import { bookingsApi } from '@remis/domain/booking/booking-api'
import { expect, inject, test } from 'vitest'
import { desktop, actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { changeSettings } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { chooseArabic, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test(
  'an admin opens the page of a booking, assigns a driver by keyboard and follows the trip to its postings [booking-65] [booking-66] [design/web-80] [design/web-90] [design/web-93] [design/web-94]',
  { timeout: 240_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const [near, far] = [await signInByCall(base, 'Driver Five'), await signInByCall(base, 'Driver Ten')]
    const rider = await signInByCall(base, 'Rider Six')
    const admin = await open('admin-booking-page')
    const { page } = admin
    await openSession(admin, trial('Admin One'))
    await page.goto('/bookings')
    await changeSettings(admin, { autoDispatch: false })
    try {
      await waitAtStart(near, route)
      const { lat, lng } = route.start
      await waitAtStart(far, { ...route, start: { lat: lat + 0.006, lng: lng + 0.004 } })
      const id = await bookByCall(rider, route, /economy/i)
      // how long ago a ride was booked is renewed while the list is looked at
      const list = await admin.context.newPage()
      await list.clock.install()
      await list.goto('/bookings')
      const when = list.getByRole('row').filter({ hasText: id }).locator('time').first()
      await when.waitFor()
      expect(await when.textContent()).not.toContain(' min ago')
      await list.clock.fastForward(300_000)
      await expect.poll(() => when.textContent()).toContain('5 min ago')
      await list.close()

      await page.goto(`/bookings?id=${id}`)
      await page.getByRole('link', { name: 'Open page' }).click()
      await page.waitForURL(`**/bookings/${id}`)
      await page.getByRole('heading', { name: `Booking ${id}`, level: 1 }).waitFor()
      const timeline = page.getByRole('region', { name: 'Timeline' })
      await timeline.getByText('Booked').waitFor()

      await page.getByRole('button', { name: 'Assign driver' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: /Driver Five/, checked: true }).waitFor()
      await dialog.getByText('Trips today').first().waitFor()
      await admin.picture('assign')
      await expectAccessible(page, 'assigning')
      // the next in the list is chosen by keyboard, and the button names that driver
      await dialog.getByRole('radio', { name: /Driver Five/ }).press('ArrowDown')
      await dialog.getByRole('button', { name: 'Assign Driver Ten' }).waitFor()
      await dialog.getByRole('radio', { name: /Driver Ten/ }).press('Enter')
      await page.getByText('Driver assigned successfully and notified.').first().waitFor()
      await timeline.getByText('Assigned to Driver Ten').waitFor()

      // without a reload
      const params = { id }
      await far(bookingsApi.accept, { params, body: {} })
      await timeline.getByText('Accepted by Driver Ten').waitFor()
      // rider and driver are a press away, and so are their phones
      for (const name of ['Rider Six', 'Driver Ten']) {
        const link = page.getByRole('link', { name, exact: true })
        expect(await link.getAttribute('href')).toMatch(/^\/people\/[\w-]{36}$/)
        const call = page.getByRole('link', { name: `Call ${name}` })
        expect(await call.getAttribute('href')).toMatch(/^tel:\+?\d+$/)
      }
      // for a rider on the phone [design/access-61]
      const { otp } = (await rider(bookingsApi.get, { params })).booking
      expect(await page.getByText(otp ?? '').count()).toBe(0)
      await page.getByRole('button', { name: 'Show trip code' }).click()
      await page.getByText(otp ?? '', { exact: true }).waitFor()
      await far(bookingsApi.arrive, { params, body: {} })
      const changed = page.getByRole('alert').filter({ hasText: 'Someone else was faster' })
      const reason = dialog.getByRole('textbox', { name: 'Reason' })
      await page.getByRole('button', { name: 'End trip' }).click()
      await reason.fill('The car broke down')
      const { booking } = await rider(bookingsApi.get, { params })
      await far(bookingsApi.start, { params, body: { otp: booking.otp ?? '' } })
      admin.forgive(/409/)
      // the dialog was opened before the start: it keeps what was entered [design/moves-121]
      await dialog.getByRole('button', { name: 'End trip' }).click()
      await dialog.getByRole('alert').waitFor()
      expect(await reason.inputValue()).toBe('The car broke down')
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Discard changes' }).click()
      await changed.getByText('Trip started').waitFor()
      await changed.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'End trip' }).click()
      await reason.fill('The car broke down')
      await far(bookingsApi.reach, { params, body: {} })
      await far(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
      // the trip is over: what happened since is shown in place of the action
      await dialog.getByRole('button', { name: 'End trip' }).click()
      await changed.getByText('Paid').waitFor()
      await admin.picture('changed')
      await changed.getByRole('button', { name: 'Close' }).click()

      const postings = page.getByRole('region', { name: 'Ledger postings' })
      await postings.getByText('Trip settled').waitFor()
      await postings.getByText('Sum of all entries').waitFor()
      await page.getByRole('columnheader', { name: 'Difference' }).waitFor()
      const audit = page.getByRole('region', { name: 'Audit' })
      await audit.getByText('Driver assigned').waitFor()
      await audit.getByText('Trip code revealed').waitFor()
      await admin.picture('paid')
      await expectAccessible(page, 'a booking of the office')
      await page.setViewportSize(phone)
      await expectNoSideScroll(page, 'a booking of the office, phone')
      await admin.picture('phone')
      await page.setViewportSize(desktop)
      await chooseArabic(admin)
      await expectNoSideScroll(page, 'a booking of the office, Arabic')
      await admin.picture('arabic')

      const reader = await open('rider-booking-page', { viewport: phone })
      await openSession(reader, trial('Rider Six'))
      await reader.page.goto(`/bookings/${id}`)
      await reader.page.waitForURL(`**/trips/${id}`)
      expect(reader.complaints).toEqual([])

      // the driver is of the second fleet: for the first one the booking does not exist
      const fleet = await open('fleet-booking-page')
      fleet.forgive(/404/)
      await openSession(fleet, { ...trial('Admin One'), email: 'fleet.one@remis.example' })
      await fleet.page.goto(`/bookings/${id}`)
      await fleet.page.getByText('This booking doesn’t exist or isn’t yours.').waitFor()
      expect(fleet.complaints).toEqual([])
    } finally {
      await changeSettings(admin, { autoDispatch: true })
      for (const driver of [near, far]) await stopByCall(driver)
    }
    expect(admin.complaints).toEqual([])
  },
)

test('the panel shows a failed load and updates without a live link [design/web-174]', async () => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const rider = await signInByCall(base, 'Rider Six')
  // for later: no driver is needed now
  const id = await bookByCall(rider, route, /economy/i, Date.now() + 4 * 3_600_000)
  const admin = await open('admin-panel')
  const { page } = admin
  await page.routeWebSocket(/\/socket\.io\//, (link) => link.close({ code: 1001 }))
  await openSession(admin, trial('Admin One'))
  const address = `**/api/bookings/${id}`
  await page.route(address, (call) => call.fulfill({ status: 503, json: { error: { key: 'busy_try_again' } } }))
  admin.forgive(/503/)
  await page.goto(`/bookings?id=${id}`)
  const panel = page.getByRole('complementary')
  await panel.getByText('We couldn’t load this booking.').waitFor()
  await page.unroute(address)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('New', { exact: true }).waitFor()
  await cancelByCall(rider, id)
  await panel.getByText('Cancelled', { exact: true }).waitFor()
  expect(admin.complaints).toEqual([])
  await admin.leave()
})
