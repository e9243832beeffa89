import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { safetyApi } from '@remis/domain/safety/safety-api'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { keysOf } from '../testing/keyboard.ts'
import { newRider } from '../testing/money-steps.ts'
import { askAboutStop } from '../testing/older-booking.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openPage, openSession, speakArabic, trial } from '../testing/steps.ts'
import { whole } from '../testing/words.ts'

const base = inject('quietCity')
const data = inject('quietCityData')
const open = actorsAt(base)

/** A new rider's ride that a driver has accepted. */
const acceptedRide = async () => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const driver = await signInByCall(base, 'Driver Seven')
  await waitAtStart(driver, route)
  const account = await newRider(base)
  const { email, password } = account
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const call = clientOf(base, token)
  const id = await bookByCall(call, route, /economy/i)
  await driver(bookingsApi.accept, { params: { id }, body: {} })
  return { route, driver, account, call, id }
}

test('a rider without the live link holds the panic button; an admin acknowledges, notes and closes the alert; the driver’s is in Arabic [design/safety-5] [design/safety-10]', async () => {
  const { route, driver, account, call, id } = await acceptedRide()

  const rider = await open('rider-help', { viewport: phone, at: route.start })
  rider.forgive(/Failed to load resource|WebSocket|tel:/)
  await openSession(rider, account)
  // the socket never opens
  await rider.page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await rider.page.goto(`/trips/${id}`)
  const hold = rider.page.getByRole('button', { name: 'Emergency', exact: true })
  await rider.page.getByText('Hold for 2 seconds to call 911').waitFor()
  await expectAccessible(rider.page, 'the panic button')
  await expectNoSideScroll(rider.page, 'the panic button')
  await rider.picture('button')
  // a short press does nothing
  await hold.click()
  await rider.page.getByText('Hold the button for 2 seconds.', { exact: true }).waitFor()
  await rider.context.setOffline(true)
  await hold.focus()
  await rider.page.keyboard.down('Enter')
  await rider.page.getByText(/^Not sent yet: there is no connection/).waitFor()
  await rider.page.keyboard.up('Enter')
  await rider.picture('not-sent')
  await rider.context.setOffline(false)
  await rider.page.getByText(/^Sent to the office at/).waitFor()
  expect(await rider.page.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911')
  await rider.picture('sent')

  const admin = await open('admin-help')
  await openSession(admin, trial('Admin One'))
  const bar = admin.page.getByRole('region', { name: /^Emergency: rider/ })
  // public screens have it too
  await admin.page.goto('/about-us')
  await bar.getByRole('button', { name: 'Acknowledge' }).waitFor()
  await admin.picture('bar-public')
  await openPage(admin.page, '/promos')
  await admin.page.getByRole('heading', { name: 'Promos' }).waitFor()
  await bar.getByText(new RegExp(`Booking ${id}`)).waitFor()
  await expectAccessible(admin.page, 'the bar of red alerts')
  await admin.picture('bar')
  await bar.getByRole('button', { name: 'Acknowledge' }).click()
  await bar.waitFor({ state: 'detached' })
  await rider.page.getByText(/^The office saw it at/).waitFor()

  await openPage(admin.page, '/safety')
  await admin.page
    .getByRole('button', { name: /^Open the alert of/ })
    .first()
    .click()
  const panel = admin.page.getByRole('complementary')
  await panel.getByRole('heading', { name: /^Alert of/ }).waitFor()
  await panel.getByLabel('Note').fill('Called the rider')
  // a note that is not added asks before it is lost [design/web-116]
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  const question = admin.page.getByRole('dialog', { name: 'Your changes are not saved.' })
  await question.getByText('Keep editing').click()
  await question.waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: 'Add note' }).click()
  // the event may come before the reply, which empties the field
  await panel.getByRole('region', { name: 'Timeline' }).getByText('Called the rider', { exact: true }).waitFor()
  await expectAccessible(admin.page, 'an alert')
  await admin.picture('alert')
  await panel.getByRole('button', { name: 'Close alert' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Helped by the office').check()
  await dialog.getByRole('button', { name: 'Close alert' }).click()
  await panel.getByText('Outcome: Helped by the office').waitFor()

  // The driver's button, in Arabic.
  const atWheel = await open('driver-help', {
    viewport: phone,
    at: route.start,
    locale: 'ar',
    language: 'ar',
    dark: true,
  })
  // a chat without a message; a call by tel:
  atWheel.forgive(/404|tel:/)
  await speakArabic(atWheel)
  await openSession(atWheel, trial('Driver Seven'))
  await atWheel.page.goto('/drive')
  const panic = atWheel.page.getByRole('button', { name: whole(atWheel.label('safety_hold')) })
  await panic.focus()
  await expectAccessible(atWheel.page, 'the panic button of a driver, Arabic')
  await expectNoSideScroll(atWheel.page, 'the panic button of a driver, Arabic')
  await atWheel.page.keyboard.down('Enter')
  await atWheel.page.getByText(atWheel.label('safety_sent')).waitFor()
  await atWheel.page.keyboard.up('Enter')
  await atWheel.picture('sent')
  const second = admin.page.getByRole('region', { name: /^Emergency: driver/ })
  await second.getByRole('button', { name: 'Acknowledge' }).click()
  await atWheel.page.getByText(atWheel.label('safety_seen')).waitFor()
  await atWheel.picture('seen')

  await cancelByCall(call, id)
  await stopByCall(driver)
  expect([...rider.complaints, ...admin.complaints, ...atWheel.complaints]).toEqual([])
})

test('without a mouse: an admin takes, notes and closes alerts [design/safety-12] [design/web-87]', async () => {
  const { driver, call, id } = await acceptedRide()
  const params = { id }
  const raise = (who: typeof call) => who(safetyApi.panic, { params, body: { pressedAt: Date.now(), position: null } })
  await raise(call)
  const admin = await open('keyboard-safety')
  await openSession(admin, trial('Admin One'))
  const { page } = admin
  const { press, type, tabTo, isAt, isKept } = keysOf(page)
  const panel = page.getByRole('complementary')
  const dialog = page.getByRole('dialog')
  await page.goto('/promos')
  const bar = page.getByRole('region', { name: /^Emergency: rider/ })
  await tabTo(bar.getByRole('button', { name: 'Acknowledge' }))
  await press('Enter')
  await bar.waitFor({ state: 'detached' })
  await isKept()

  const openFirst = async () => {
    await page.goto(`/safety?q=${id}`)
    await page.locator('[data-row]').first().waitFor()
    await press('j')
    await press('Enter')
    await panel.getByRole('heading', { name: /^Alert of/ }).waitFor()
  }
  const closeIt = async () => {
    await tabTo(panel.getByRole('button', { name: 'Close alert' }), 150)
    await press('Enter')
    await tabTo(dialog.getByLabel('False alarm'))
    await press('ArrowDown')
    await isAt(dialog.getByLabel('Helped by the office'))
    await tabTo(dialog.getByRole('button', { name: 'Close alert' }))
    await press('Enter')
    await panel.getByText('Outcome: Helped by the office').waitFor()
    await isKept()
    await press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await isKept()
  }
  await openFirst()
  await tabTo(panel.getByLabel('Note'))
  await type('Called the rider')
  await tabTo(panel.getByRole('button', { name: 'Add note' }))
  await press('Enter')
  // the event may come before the reply, which empties the field
  await panel.getByRole('region', { name: 'Timeline' }).getByText('Called the rider', { exact: true }).waitFor()
  await isKept()
  await closeIt()

  // one is taken in the list, another one beside it
  await raise(driver)
  const take = page.getByRole('button', { name: /^Acknowledge: Alert of/ })
  await page.goto(`/safety?q=${id}`)
  await tabTo(take, 120)
  await press('Enter')
  await take.waitFor({ state: 'hidden' })
  await isKept()
  await openFirst()
  await closeIt()
  await raise(call)
  await openFirst()
  await tabTo(panel.getByRole('button', { name: 'Acknowledge' }))
  await press('Enter')
  await panel.getByRole('button', { name: 'Close alert' }).waitFor()
  await isKept()
  await closeIt()

  await cancelByCall(call, id)
  await stopByCall(driver)
  expect(admin.complaints).toEqual([])
  await admin.leave()
})

test('a rider answers a question about an unusual trip; the second time asks for help, which sounds in the office [design/safety-10] [design/safety-21]', async () => {
  const { route, driver, account, call, id } = await acceptedRide()
  const params = { id }
  await driver(bookingsApi.arrive, { params, body: {} })
  const { booking } = await call(bookingsApi.get, { params })
  await driver(bookingsApi.start, { params, body: { otp: booking.otp ?? '' } })

  const rider = await open('rider-asked', { viewport: phone, at: route.start, dark: true })
  rider.forgive(/tel:/)
  await openSession(rider, account)
  await rider.page.goto(`/trips/${id}`)
  const question = rider.page.getByRole('alert', { name: 'Is everything all right?' })
  // the page reads the question when it is shown again
  const asked = async () => {
    await askAboutStop(data, id)
    await rider.page.reload()
    await question.getByText(/^Your car has been standing for a while/).waitFor()
  }
  await asked()
  await expectAccessible(rider.page, 'a question about a trip')
  await expectNoSideScroll(rider.page, 'a question about a trip')
  await rider.picture('question')
  await question.getByRole('button', { name: 'I’m fine' }).click()
  await question.waitFor({ state: 'detached' })

  const admin = await open('admin-hears')
  // each tone of the alarm is an oscillator: the test counts what a speaker would play
  await admin.page.addInitScript(`
    window.tones = 0
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this) }
  `)
  await openSession(admin, trial('Admin One'))
  await admin.page.goto('/promos')
  await admin.page.getByRole('heading', { name: 'Promos' }).click()
  expect(await admin.page.evaluate('window.tones')).toBe(0)
  await asked()
  await question.getByRole('button', { name: 'I need help' }).press('Enter')
  await rider.page.getByText(/^Sent to the office at/).waitFor()
  const bar = admin.page.getByRole('region', { name: /^Emergency: rider/ })
  await bar.getByText(new RegExp(`Booking ${id}`)).waitFor()
  // one alarm has three tones; it repeats until an admin acknowledges the alert
  await expect.poll(() => admin.page.evaluate('window.tones')).toBeGreaterThanOrEqual(6)
  await bar.getByRole('button', { name: 'Acknowledge' }).click()
  await bar.waitFor({ state: 'detached' })
  const heard = await admin.page.evaluate('window.tones')
  await rider.page.getByText(/^The office saw it at/).waitFor()
  expect(await admin.page.evaluate('window.tones')).toBe(heard)

  await driver(bookingsApi.reach, { params, body: {} })
  await driver(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
  await stopByCall(driver)
  expect([...rider.complaints, ...admin.complaints]).toEqual([])
})
