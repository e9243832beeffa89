import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, phone, type Actor } from '../testing/actors.ts'
import { cancelByCall, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { bookingOf, newRider } from '../testing/money-steps.ts'
import { makeOlder } from '../testing/older-booking.ts'
import { findRoute, type Route } from '../testing/route.ts'
import { expectAccessible } from '../testing/screen-checks.ts'
import { bookedId, bookNow, openSession } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)
const data = inject('quietCityData')
let rider: Actor
let driver: CallFunction
let route: Route

beforeAll(async () => {
  route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  rider = await open('rider-goes-on', { viewport: phone })
  driver = await signInByCall(base, 'Driver Seven')
})

test(
  'the page follows to the next ride when the driver cancels, and offers other ways after a minute [design/moves-68] [design/moves-82] [design/moves-87] [design/moves-123]',
  { timeout: 200_000 },
  async () => {
    const { page } = rider
    await waitAtStart(driver, route)
    await openSession(rider, await newRider(base))
    await page.goto('/')
    const first = await bookNow(rider, '18 de julio 1234', 'terminal tres cruces')
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await driver(bookingsApi.accept, { params: { id: first }, body: {} })
    await page.getByRole('heading', { name: 'Your trip code' }).waitFor({ timeout: 40_000 })
    // until the ride has ended its fare is an estimate [design/moves-68]
    await page.getByText(/^Estimated fare · cash$/).waitFor()
    await page.getByRole('button', { name: 'Cancel ride' }).click()
    await page.getByRole('dialog').getByRole('radio').first().check({ force: true })
    await cancelByCall(driver, first)
    await stopByCall(driver)

    await page
      .getByText(/Your driver had to cancel/)
      .first()
      .waitFor({ timeout: 40_000 })
    await page.waitForURL((url) => !url.pathname.endsWith(first))
    const next = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await bookingOf(rider, first)).toMatchObject({ status: 'CANCELLED', successor: next })
    expect(await bookingOf(rider, next)).toMatchObject({ status: 'NEW', predecessor: first })
    await page.getByRole('link', { name: new RegExp(`Replaces ${first}`) }).waitFor()
    expect(await page.getByRole('dialog').count(), 'the dialog was about the first ride').toBe(0)
    await rider.picture('follows')
    await expectAccessible(page, 'trip that replaces another')

    expect(await page.getByText('No one has accepted yet').count()).toBe(0)
    await makeOlder(data, next, 61)
    await page.reload()
    await page.getByText('No one has accepted yet').waitFor()
    await rider.picture('nobody-yet')
    await expectAccessible(page, 'search after a minute')
    await page.getByRole('button', { name: 'Book for later instead' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cancelling is free now.').waitFor()
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByRole('button', { name: 'Cancel ride' }).click()

    // the form of the next booking is filled in
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('radio', { name: 'Later' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Later' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Pickup' }).inputValue()).toMatch(/18 de Julio/i)
    await rider.picture('booked-again')
    expect(await bookingOf(rider, next)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider' })

    // a Confirm that is refused says so beside its buttons, which are in view
    const [economy, comfort] = [await signInByCall(base, 'Driver Ten'), await signInByCall(base, 'Driver Nine')]
    await waitAtStart(economy, route)
    await waitAtStart(comfort, route)
    await page.getByRole('radio', { name: 'Now' }).check({ force: true })
    await page.getByRole('button', { name: 'Book Now' }).click()
    await page.getByRole('button', { name: 'Confirm' }).waitFor()
    await stopByCall(economy)
    rider.forgive(/status of 4\d\d.*\/api\/bookings/)
    await page.getByRole('button', { name: 'Confirm' }).click()
    const refusal = page.getByRole('dialog').getByRole('alert')
    await refusal.getByText('Code: no_driver_found_alert_messege').waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    const again = page.getByRole('button', { name: 'Try again' })
    for (const part of [refusal, again, page.getByRole('button', { name: 'Change car or time' })]) {
      const box = (await part.boundingBox())!
      expect([box.y >= 0, box.y + box.height <= phone.height]).toEqual([true, true])
    }
    await rider.picture('confirm-refused')
    await expectAccessible(page, 'estimate, nobody near')
    await waitAtStart(economy, route)
    await again.click()
    const last = await bookedId(rider)
    await stopByCall(economy)

    // another car type that is near, with its price [design/moves-87]
    await page.getByRole('button', { name: 'Track your ride' }).click()
    await makeOlder(data, last, 61)
    await page.reload()
    expect(await page.getByRole('button', { name: 'XL instead' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Comfort instead.*\d/ }).click()
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByRole('button', { name: 'Cancel ride' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page
      .getByRole('combobox', { name: rider.label('car_type') })
      .getByText('Comfort')
      .waitFor()
    await stopByCall(comfort)
    expect(rider.complaints).toEqual([])
  },
)
