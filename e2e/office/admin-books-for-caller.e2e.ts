import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { asSignedIn, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookingOf, confirmBooking } from '../testing/money-steps.ts'
import { chooseCar, choosePlace, openPage, openSession, trial } from '../testing/steps.ts'
import { findRoute } from '../testing/route.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-callers')
})

/** Noon of tomorrow in Montevideo (UTC−3 all year), as the field writes it. */
const tomorrowAtNoon = (): string => `${new Date(Date.now() + 21 * 3_600_000).toISOString().slice(0, 10)}T12:00`

test(
  'an admin books for a caller without an account, reserves a driver in the calendar, and books the ride again [booking-70]',
  { timeout: 240_000 },
  async () => {
    const { page } = admin
    const driver = await signInByCall(base, 'Driver Two')
    await waitAtStart(driver, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
    await openSession(admin, trial('Admin One'))
    const number = `098 ${String(Date.now()).slice(-6, -3)} ${String(Date.now()).slice(-3)}`
    await page.goto('/addbookings')
    const picker = page.getByRole('combobox', { name: 'Rider' })
    await picker.click()
    await picker.pressSequentially(number, { delay: 20 })
    await page.getByRole('option', { name: 'New caller' }).click()
    const dialog = page.getByRole('dialog', { name: 'New caller' })
    await dialog.getByLabel('First name').fill('Rider')
    await dialog.getByLabel('Last name').fill('Calling')
    await expectAccessible(page, 'new caller')
    await admin.picture('new-caller')
    await page.keyboard.press('Enter')
    await page.getByText('No rides yet.').waitFor()
    await expect.poll(() => picker.inputValue()).toBe('Rider Calling')

    await choosePlace(admin, 'Pickup', '18 de julio 1234')
    await choosePlace(admin, 'Destination', 'terminal tres cruces')
    await chooseCar(admin, /economy/i)
    // the way beside the form [booking-74]
    const map = page.getByRole('region', { name: 'Route and free cars' })
    await map.getByText(/^\d.* km · \d+(–\d+)? min$/).waitFor()
    await page.getByRole('radio', { name: 'Later' }).check({ force: true })
    await page.getByLabel('Pickup date and time').fill(tomorrowAtNoon())
    await page.getByRole('textbox', { name: 'Note to the driver' }).fill('Ring twice')
    await admin.picture('addbookings-later')
    await expectAccessible(page, 'book for a caller')
    await expectNoSideScroll(page, 'book for a caller')
    // a link does not throw it away [design/web-116]
    await page.getByRole('link', { name: 'Promos' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).last().click()
    expect(await picker.inputValue()).toBe('Rider Calling')
    await page.getByRole('button', { name: 'Book Later' }).click()
    const id = await confirmBooking(admin)
    await page.getByRole('button', { name: 'Open booking' }).click()
    await page.waitForURL(`**/bookings/${id}`)
    expect(await bookingOf(admin, id)).toMatchObject({ bookLater: true, pickUpInstructions: 'Ring twice' })

    await openPage(page, '/bookings/later')
    const entry = page.getByRole('article').filter({ has: page.getByRole('link', { name: new RegExp(id) }) })
    await entry.getByText('No driver').waitFor()
    await entry.getByText('12:00').waitFor()
    await admin.picture('calendar')
    await expectAccessible(page, 'calendar')
    await expectNoSideScroll(page, 'calendar')
    await page.getByRole('button', { name: `Assign driver to ${id}` }).click()
    await page.getByRole('button', { name: 'Assign Driver Two' }).click()
    await page.getByText('Driver assigned successfully and notified.').first().waitFor()
    await entry.getByText(/Driver Two.*reserved/).waitFor()
    // by day, and back to it by its address
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Day', { exact: true }).click()
    await page.getByText('Nothing is booked for this day.').or(page.getByRole('article')).first().waitFor()
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.waitForURL(/view=day/)
    await entry.getByText(/Driver Two/).waitFor()

    // the rider calls again: found by the number, with what is booked
    await openPage(page, '/addbookings')
    await picker.click()
    await picker.pressSequentially(number, { delay: 20 })
    await page.getByRole('option', { name: /Rider Calling/ }).click()
    await page.getByRole('region', { name: 'Booked and not finished' }).getByRole('link', { name: id }).waitFor()
    await page.getByRole('region', { name: 'Book a ride again' }).getByRole('button').first().click()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Pickup', exact: true }).inputValue())
      .toMatch(/18 de Julio/)

    type Reasons = { readonly rows: readonly { readonly id: string; readonly roles: readonly string[] }[] }
    const { rows } = (await asSignedIn<Reasons>(admin, 'GET', '/api/cancel-reasons')).body
    const reason = rows.find(({ roles }) => roles.includes('admin'))?.id
    const why = reason === undefined ? { reasonText: 'The caller rang again' } : { reason }
    const cancelled = await asSignedIn(admin, 'POST', `/api/bookings/${id}/cancel`, why)
    expect(cancelled).toMatchObject({ status: 200 })
    await openPage(page, `/bookings?id=${id}`)
    await page.getByRole('complementary').getByRole('button', { name: 'Book again' }).click()
    await page.waitForURL(`**/addbookings?again=${id}`)
    await expect.poll(() => picker.inputValue()).toBe('Rider Calling')
    await expect.poll(() => page.getByRole('combobox', { name: /car type/i }).textContent()).toMatch(/economy/i)
    await stopByCall(driver)
    expect(admin.complaints).toEqual([])
  },
)
