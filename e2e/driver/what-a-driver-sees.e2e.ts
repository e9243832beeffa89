import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, signInByCall, waitAtStart } from '../testing/by-call.ts'
import { acceptRequest, startDriving, takeOffline } from '../testing/driver-steps.ts'
import { findRoute } from '../testing/route.ts'
import { openPage, openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test(
  'the cards of a driver name the rider, and an unpaid trip is still there after a reload [design/moves-79]',
  { timeout: 150_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const [driver, rider] = [await signInByCall(base, 'Driver Five'), await signInByCall(base, 'Rider Six')]
    await waitAtStart(driver, route)
    const id = await bookByCall(rider, route, /economy/i)
    const params = { id }
    await expect.poll(() => driver(bookingsApi.accept, { params, body: {} }).then(() => 'ok', String)).toBe('ok')
    const { otp } = (await rider(bookingsApi.get, { params })).booking
    await driver(bookingsApi.arrive, { params, body: {} })
    await driver(bookingsApi.start, { params, body: { otp: otp ?? '' } })
    await driver(bookingsApi.reach, { params, body: {} })
    await driver(bookingsApi.notPaid, { params, body: {} })

    const screen = await open('driver-unpaid', { viewport: phone, at: route.start })
    const { page } = screen
    await openSession(screen, trial('Driver Five'))
    await page.goto('/drive')
    const unpaid = page.getByRole('region', { name: 'Unpaid trips' })
    await unpaid.getByRole('button', { name: /^Rider owes/ }).waitFor()
    await page.reload()
    await unpaid.getByRole('button', { name: /^Rider owes/ }).click()
    await page.getByRole('heading', { name: 'Not paid: the rider owes the fare' }).waitFor()
    await screen.picture('unpaid')
    await openPage(page, '/bookings')
    const card = page.getByRole('article').filter({ hasText: id }).first()
    await card.getByText('Rider Six').waitFor()
    expect(await card.textContent()).not.toContain('Driver Five')
    await driver(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
    await openPage(page, '/drive')
    await page.getByText(/You’re online/).waitFor()
    await expect.poll(() => unpaid.count()).toBe(0)
    await takeOffline(screen)
    expect(screen.complaints).toEqual([])
  },
)

test('a request takes the place of a trip that has ended and was not closed', { timeout: 150_000 }, async () => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  // three riders: after a rider cancels, the same driver is not asked again for that rider
  const [rider, other] = [await signInByCall(base, 'Rider Six'), await signInByCall(base, 'Rider Four')]
  const third = await signInByCall(base, 'Rider Three')
  await waitAtStart(await signInByCall(base, 'Driver Five'), route)
  const screen = await open('driver-next', { viewport: phone, at: route.start })
  const { page } = screen
  await startDriving(screen, 'Driver Five')
  const first = await bookByCall(rider, route, /economy/i)
  await acceptRequest(screen)
  await page.getByRole('heading', { name: 'Go to pickup' }).waitFor()
  // until the trip has ended its fare is an estimate [design/moves-68]
  await page.getByText(/^Collect about .*\d.* in cash$/).waitFor()
  await cancelByCall(rider, first)
  const over = page.getByRole('heading', { name: 'This trip was cancelled' })
  await over.waitFor()

  const next = await bookByCall(other, route, /economy/i)
  await page.getByRole('article', { name: screen.label('drive_request') }).waitFor({ timeout: 40_000 })
  await page.getByText('You’re at the pickup', { exact: true }).waitFor()
  await screen.picture('next-request')
  await page.getByRole('button', { name: screen.label('drive_decline') }).click()
  await over.waitFor()
  await cancelByCall(other, next)

  // [design/web-177]: the server accepts, and its answer is lost
  screen.forgive(/\/accept$/)
  await page.route('**/api/bookings/*/accept', async (call) => {
    await call.fetch()
    await call.abort()
  })
  const accepted = await bookByCall(third, route, /economy/i)
  await acceptRequest(screen)
  const trip = page.getByRole('region', { name: new RegExp(accepted) })
  await trip.getByRole('heading', { name: 'Go to pickup' }).waitFor()
  await cancelByCall(third, accepted)
  await takeOffline(screen)
  expect(screen.complaints).toEqual([])
})

test(
  'a driver reads at the switch that a request was taken or cancelled [design/web-119]',
  { timeout: 100_000 },
  async () => {
    const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
    const rider = await signInByCall(base, 'Rider Two')
    await waitAtStart(await signInByCall(base, 'Driver Five'), route)
    const screen = await open('driver-request-gone', { viewport: phone, at: route.start })
    const { page } = screen
    await startDriving(screen, 'Driver Five')
    const id = await bookByCall(rider, route, /economy/i)
    const request = page.getByRole('article', { name: screen.label('drive_request') })
    await request.waitFor({ timeout: 40_000 })
    await cancelByCall(rider, id)
    await request.waitFor({ state: 'detached' })
    const note = page.getByText('The request is over: another driver took it, or it was cancelled.')
    await note.waitFor()
    await screen.picture('gone')
    await note.waitFor({ state: 'detached', timeout: 20_000 })
    await page.getByText('Stay near busy areas.').waitFor()
    await takeOffline(screen)
    expect(screen.complaints).toEqual([])
  },
)

test('a driver reads one reason when the device gives no location', { timeout: 100_000 }, async () => {
  const driver = await signInByCall(base, 'Driver Nine')
  await driver(dispatchApi.goOnline, { body: { online: true } })
  const screen = await open('driver-blocked', { viewport: phone })
  const { page } = screen
  await openSession(screen, trial('Driver Nine'))
  await page.goto('/drive')
  await page.getByText('You’re online, but this device can’t share its location.').waitFor()
  await page.getByText(/^Location is blocked for this page\./).waitFor()
  expect(await page.getByText('Finding your location…').count()).toBe(0)
  expect(await page.getByText('Stay near busy areas.').count()).toBe(0)
  await screen.picture('blocked')
  await takeOffline(screen)
  expect(screen.complaints).toEqual([])
})
