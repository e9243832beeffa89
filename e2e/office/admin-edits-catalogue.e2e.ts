import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { cancelReasonsApi } from '@remis/domain/backoffice/cancel-reasons-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { carTypesApi, carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { cancelByCall, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { bookNow, chooseArabic, openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
let admin: Actor

beforeAll(async () => {
  admin = await open('admin-catalogue')
  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/bookings')
})

const stamp = () => String(Date.now()).slice(-6)

test(
  'an admin adds a car type with a cancel slab; a rider sees it on the open page and books it [fare-4]',
  { timeout: 180_000 },
  async () => {
    const { page } = admin
    const name = `Vintage ${stamp()}`
    const rider = await open('rider-new-car')
    await openSession(rider, trial('Rider Two'))
    await rider.page.goto('/')
    await rider.page.getByRole('combobox', { name: /car type/i }).waitFor()

    await page.getByRole('link', { name: 'Car types' }).click()
    await page.getByRole('heading', { name: 'Car types', level: 1 }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    await expectAccessible(page, 'car types')
    await expectNoSideScroll(page, 'car types')
    await admin.picture('list')
    await page.getByRole('button', { name: 'Add car type' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name').fill(name)
    await sheet.getByRole('radio', { name: 'Premium' }).check({ force: true })
    await sheet.getByLabel('Base fare').fill('60.5')
    await sheet.getByLabel('Rate per km').fill('30')
    await sheet.getByLabel('Rate per hour').fill('300')
    await sheet.getByLabel('Minimum fare before the fee').fill('150')
    await sheet.getByRole('textbox', { name: 'Fee', exact: true }).fill('10')
    await sheet.getByRole('button', { name: 'Add step' }).click()
    await sheet.getByLabel('Minutes 1').fill('9')
    await sheet.getByRole('button', { name: 'Add step' }).click()
    await sheet.getByLabel('Minutes 2').fill('3')
    await sheet.getByLabel('Fee 2').fill('40')
    // the currency has no decimals here
    await sheet.getByRole('button', { name: 'Add car type' }).click()
    await sheet.getByText('Enter a whole number from 0 to 100,000,000.').first().waitFor()
    await sheet.getByLabel('Base fare').fill('60')
    await sheet.getByLabel('Fee 1').fill('90')
    // 8 km and 18 min: 60 + 240 + 90, and 10 % of it
    const example = sheet.getByRole('region', { name: 'Example ride' })
    await example.getByText(/429/).waitFor()
    await admin.picture('sheet')
    await expectAccessible(page, 'the form of a car type')
    await sheet.getByRole('button', { name: 'Add car type' }).click()
    await sheet.waitFor({ state: 'hidden' })
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.waitFor()

    // what last month's bookings would have cost at other rates; nothing is saved [design/catalogue-8]
    await page.getByRole('button', { name: 'Edit Economy' }).first().click()
    await sheet.getByLabel('Base fare').fill('1000')
    await sheet.getByRole('button', { name: 'Try on the last 30 days' }).click()
    const compared = sheet.getByRole('table', { name: /Bookings of the last 30 days: [1-9]|Evenly spread/ })
    const total = compared.getByRole('row').nth(1).getByRole('cell')
    await total.first().waitFor()
    const [now = '', then = ''] = await total.allInnerTexts()
    expect(then).not.toBe(now)
    await admin.picture('what-if')
    await page.keyboard.press('Escape')
    await sheet.getByRole('button', { name: 'Discard' }).click()
    await sheet.waitFor({ state: 'hidden' })

    // the rider's page was open before [design/catalogue-7]
    await rider.page.getByRole('combobox', { name: /car type/i }).click()
    await rider.page.getByRole('option', { name: new RegExp(name) }).waitFor({ timeout: 15_000 })
    await rider.page.keyboard.press('Escape')

    const office = await signInByCall(base, 'Admin One')
    const driver = await signInByCall(base, 'Driver One')
    const { user } = await driver(accountsApi.current, {})
    const cars = (await office(carTypeTableApi.listAll, { query: {} })).rows
    const car = cars.find((one) => one.name === name)
    expect(car?.cancelSlab).toEqual([
      { minsDelayed: 3, amount: 40 },
      { minsDelayed: 9, amount: 90 },
    ])
    const before = cars.find((one) => one.name === user.carType)?.id ?? null
    const giveCar = (carTypeId: string | null) =>
      office(peopleApi.update, { params: { id: user.id }, body: { carTypeId } })
    await giveCar(car?.id ?? null)
    await waitAtStart(driver, await findRoute(base, '18 de julio 1234', 'terminal tres cruces'))
    const id = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces', new RegExp(name))
    const { booking } = await office(bookingsApi.get, { params: { id } })
    expect(booking).toMatchObject({ carType: name, carImage: 'premium' })

    // deleting says what it means, then riders cannot choose it and the booking stays
    await row.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByText('Drivers with this car type: 1.', { exact: false }).waitFor()
    await page.getByText('Bookings that have not ended: 1.', { exact: false }).waitFor()
    await admin.picture('delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'hidden' })
    const offered = (await office(carTypesApi.list, {})).rows.map((one) => one.name)
    expect(offered).not.toContain(name)
    expect((await office(bookingsApi.get, { params: { id } })).booking.carType).toBe(name)
    await cancelByCall(office, id)
    await stopByCall(driver)
    await giveCar(before)
    expect(admin.complaints).toEqual([])
    await rider.leave()
  },
)

test('a change that came too late shows both versions [design/catalogue-5]', async () => {
  const { page } = admin
  const office = await signInByCall(base, 'Admin One')
  const { rows } = await office(carTypeTableApi.listAll, { query: {} })
  const car = rows.find(({ name }) => name === 'XL')
  if (car === undefined) throw new Error('the trial city has no XL')
  const params = { id: car.id }
  await page.goto(`/cartypes?id=${car.id}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Base fare').fill('115')
  await office(carTypeTableApi.update, { params, body: { base_fare: 120, seats: 7 } })
  admin.forgive(/409/)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Someone else saved a change first.').first().waitFor()
  await sheet.getByRole('row', { name: /Base fare 120 115/ }).waitFor()
  // The seats were not touched here: there is nothing to decide about them.
  expect(await sheet.getByRole('row', { name: /Seats/ }).count()).toBe(0)
  await admin.picture('stale')
  await expectAccessible(page, 'both versions')
  await sheet.getByRole('button', { name: 'Take the saved one' }).click()
  await expect.poll(() => sheet.getByLabel('Base fare').inputValue()).toBe('120')
  await sheet.getByLabel('Base fare').fill('110')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const after = (await office(carTypeTableApi.listAll, { query: {} })).rows.find(({ id }) => id === car.id)
  expect(after).toMatchObject({ base_fare: 110, seats: 7 })
  await office(carTypeTableApi.update, { params, body: { base_fare: car.base_fare, seats: car.seats } })
  expect(admin.complaints).toEqual([])
})

test('an admin edits cancellation reasons, ten to a page; values follow [settings-21]', async () => {
  const { page } = admin
  const label = `Heavy traffic ${stamp()}`
  const office = await signInByCall(base, 'Admin One')
  const count = (await office(backofficeApi.cancelReasons, {})).rows.length
  await openPage(page, '/cancelreasons')
  await page.getByRole('heading', { name: 'Cancellation reasons', level: 1 }).waitFor()
  // [backoffice-9]
  await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(10, count))
  await expectAccessible(page, 'cancellation reasons')
  await page.getByRole('button', { name: 'Add reason' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Reason').fill(label)
  for (const who of ['Riders', 'Drivers', 'Office']) await sheet.getByLabel(who).uncheck()
  await sheet.getByRole('button', { name: 'Add reason' }).click()
  await sheet.getByText('Fill this in.').waitFor()
  await sheet.getByLabel('Drivers').check()
  await admin.picture('reason')
  await expectAccessible(page, 'the form of a reason')
  await sheet.getByRole('button', { name: 'Add reason' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('searchbox').fill(label)
  const row = page.getByRole('row', { name: new RegExp(label) })
  await row.getByText(String(count), { exact: true }).waitFor()
  await row.getByText('Drivers', { exact: true }).waitFor()
  await row.getByRole('button', { name: `Delete ${label}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No matches.').waitFor()
  const values = (await office(backofficeApi.cancelReasons, {})).rows.map(({ value }) => value)
  expect(values).toEqual(values.map((_, index) => index))
  expect(admin.complaints).toEqual([])
})

test('deleting the only row of the last page shows the page before; Next is disabled while a page loads [design/web-172]', async () => {
  const { page } = admin
  const office = await signInByCall(base, 'Admin One')
  const { rows } = await office(backofficeApi.cancelReasons, {})
  const labels = Array.from({ length: 21 - rows.length }, (_, index) => `Reason ${stamp()} ${index}`)
  for (const label of labels) await office(cancelReasonsApi.create, { body: { label, roles: ['admin'] } })
  await page.goto('/cancelreasons')
  const shown = page.locator('tbody tr')
  const next = page.getByRole('button', { name: 'Next page' })
  await expect.poll(() => shown.count()).toBe(10)
  let answer = () => undefined as void
  const held = new Promise<void>((done) => (answer = done))
  const second = /\/api\/cancel-reasons\/all\?.*cursor=/
  await page.route(second, async (route) => {
    await held
    await route.continue()
  })
  await next.click()
  await page.waitForURL(/page=2/)
  await expect.poll(() => next.isDisabled()).toBe(true)
  answer()
  await page.getByText('11–20').waitFor()
  await page.unroute(second)
  await next.click()
  await page.getByText('21–21').waitFor()
  await shown.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('11–20').waitFor()
  await expect.poll(() => shown.count()).toBe(10)
  const added = (await office(cancelReasonsApi.listAll, { query: { limit: 100 } })).rows
  for (const { id, label } of added)
    if (labels.includes(label)) await office(cancelReasonsApi.remove, { params: { id } })
  expect(admin.complaints).toEqual([])
})

test('without a mouse: the order of the car types [design/catalogue-4] [design/web-87]', async () => {
  const { page } = admin
  const { press, tabTo, isAt, isKept } = keysOf(page)
  await page.goto('/cartypes')
  const names = () =>
    page.getByRole('button', { name: /^Delete / }).evaluateAll((all) => all.map((one) => one.ariaLabel?.slice(7)))
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .waitFor()
  const [first = '', second = '', ...others] = await names()
  const down = page.getByRole('button', { name: `Move ${first} down`, exact: true })
  await tabTo(down, 120)
  await press('Enter')
  await expect.poll(names).toEqual([second, first, ...others])
  // the row has moved, and the next press moves it on
  await isAt(down)
  await tabTo(page.getByRole('button', { name: `Move ${second} down`, exact: true }), 120)
  await press('Enter')
  await expect.poll(names).toEqual([first, second, ...others])
  const up = page.getByRole('button', { name: `Move ${second} up`, exact: true })
  await tabTo(up, 120)
  await press('Enter')
  await expect.poll(names).toEqual([second, first, ...others])
  // at the top there is no way up
  await up.waitFor({ state: 'hidden' })
  await isKept()
  await admin.picture('ordered')
  const office = await signInByCall(base, 'Admin One')
  const { rows } = await office(carTypeTableApi.listAll, { query: { limit: 100 } })
  const ids = [first, second, ...others].map((name) => rows.find((row) => row.name === name)?.id ?? '')
  await office(carTypeTableApi.order, { body: { ids } })
  expect(admin.complaints).toEqual([])
})

test('on a phone car types are cards, in Arabic too', async () => {
  const small = await open('phone-catalogue', { viewport: phone })
  const { page } = small
  await openSession(small, trial('Admin One'))
  await page.goto('/cartypes')
  const card = page.getByRole('article').filter({ hasText: 'Economy' })
  await card.waitFor()
  await expectAccessible(page, 'car types on a phone')
  await expectNoSideScroll(page, 'car types on a phone')
  await card.getByRole('button').first().click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await expectAccessible(page, 'the form on a phone')
  await page.keyboard.press('Escape')
  await chooseArabic(small)
  await card.waitFor()
  await expectNoSideScroll(page, 'car types on a phone, Arabic')
  expect(small.complaints).toEqual([])
  await small.leave()
})
