import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { acceptRequest, startDriving, takeOffline } from '../testing/driver-steps.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { askPrice, bookingOf, changeSettings, confirmBooking } from '../testing/money-steps.ts'
import { openSession, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor
let driver: Actor

beforeAll(async () => {
  const { start } = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  admin = await open('admin')
  driver = await open('driver-assigned', { viewport: phone, at: start })
})

test(
  'an admin books for a rider and assigns a driver, with autoDispatch off [booking-45] [dispatch-10]',
  { timeout: 240_000 },
  async () => {
    const { page } = admin
    await openSession(admin, trial('Admin One'))
    await startDriving(driver, 'Driver One')
    await changeSettings(admin, { autoDispatch: false })
    try {
      await page.goto('/addbookings')
      await page.getByRole('heading', { name: 'Book for a rider', level: 1 }).waitFor()
      // on the booking screen of the office a rider must also be chosen [booking-23]
      await page.getByRole('button', { name: 'Book Now' }).click()
      await page.getByText('Fill in the missing fields.').first().waitFor()
      await page.getByText('Choose a rider.').first().waitFor()
      const picker = page.getByRole('combobox', { name: 'Rider' })
      await picker.click()
      await picker.pressSequentially('rider two', { delay: 20 })
      await page.getByRole('option', { name: /Rider Two/ }).click()
      await admin.picture('addbookings')
      await expectAccessible(page, 'addbookings')
      await askPrice(admin, '18 de julio 1234', 'terminal tres cruces')
      // a rider's wallet is spent only by that rider [design/moves-12]
      expect(await page.getByRole('radio', { name: /Wallet/ }).count()).toBe(0)
      const id = await confirmBooking(admin)
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.waitForURL('**/bookings')
      // without a mouse: the search has the focus, and Enter does what the button says
      await page.getByRole('button', { name: `Assign driver ${id}` }).press('Enter')
      await page.getByRole('button', { name: 'Assign Driver One' }).waitFor()
      await admin.picture('assign')
      await expectAccessible(page, 'assign dialog')
      await page.keyboard.type('driver one')
      await page.locator('button:enabled', { hasText: 'Assign Driver One' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Driver assigned successfully and notified.').first().waitFor()
      await admin.picture('assigned')

      await acceptRequest(driver)
      await driver.page.getByRole('button', { name: 'I’ve arrived' }).click()
      await driver.page.getByRole('button', { name: 'Rider no-show' }).waitFor()
      expect(await driver.page.getByRole('button', { name: 'Rider no-show' }).isDisabled()).toBe(true)
      await driver.page.getByText(/Available at/).waitFor()
      await driver.picture('no-show')
      await expectAccessible(driver.page, 'drive, no-show')

      // the trip cannot continue: the office ends it without a fare
      await page.goto(`/bookings?id=${id}`)
      await page.getByRole('button', { name: 'End trip' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End trip' }).click()
      await page.getByText('Give a reason.').waitFor()
      await page.getByRole('textbox', { name: 'Reason' }).fill('The street is flooded')
      await admin.picture('abort')
      await expectAccessible(page, 'abort dialog')
      await page.getByRole('dialog').getByRole('button', { name: 'End trip' }).click()
      await driver.page.getByText('This trip was cancelled').first().waitFor({ timeout: 40_000 })
      expect(await bookingOf(admin, id)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'admin' })
      await expectNoSideScroll(page, 'bookings of the office')
    } finally {
      await changeSettings(admin, { autoDispatch: true })
    }
    await takeOffline(driver)
    expect(admin.complaints).toEqual([])
    expect(driver.complaints).toEqual([])
  },
)
