import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { expect, inject, test } from 'vitest'
import { actorsAt, phone } from '../testing/actors.ts'
import { bookByCall, cancelByCall, clientOf, signInByCall, stopByCall, waitAtStart } from '../testing/by-call.ts'
import { newRider } from '../testing/money-steps.ts'
import { findRoute } from '../testing/route.ts'
import { expectAccessible, expectNoSideScroll } from '../testing/screen-checks.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base)

test('a rider shares the ride and a driver the car, each until the link ends [design/access-100] [design/access-102]', async () => {
  const route = await findRoute(base, '18 de julio 1234', 'terminal tres cruces')
  const driver = await signInByCall(base, 'Driver Seven')
  await waitAtStart(driver, route)
  const rider = await open('rider-shares', { viewport: phone })
  const account = await newRider(base)
  await openSession(rider, account)
  const { email, password } = account
  const { token } = await clientOf(base)(accountsApi.signIn, { body: { email, password } })
  const call = clientOf(base, token)
  const id = await bookByCall(call, route, /economy/i)
  await driver(bookingsApi.accept, { params: { id }, body: {} })
  // the first page leads to the ride [landing-29]
  await rider.page.goto('/')
  const now = rider.page.getByRole('navigation', { name: 'Your rides now' })
  await now.getByRole('link', { name: /^Driver Seven is on the way to you/ }).waitFor()
  await expectAccessible(rider.page, 'the first page with a ride')
  await expectNoSideScroll(rider.page, 'the first page with a ride')
  await rider.picture('first-page')
  await now.getByRole('link').click()
  await rider.page.waitForURL(`**/trips/${id}`)
  await rider.page.getByRole('button', { name: 'Share ride' }).click()
  const dialog = rider.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('Not opened yet').waitFor()
  await expectAccessible(rider.page, 'links to a ride')
  await expectNoSideScroll(rider.page, 'links to a ride')
  await rider.picture('links')
  const address = await dialog.locator('code').innerText()

  const friend = await open('friend', { viewport: phone, dark: true })
  friend.forgive(/404/)
  await friend.page.goto(`/follow#${'x'.repeat(22)}`)
  await friend.page.getByRole('heading', { name: 'There is nothing to follow here' }).waitFor()
  // in the same tab only the part behind the hash changes
  await friend.page.goto(address)
  await friend.page.getByRole('heading', { name: /^The car is on its way to/ }).waitFor()
  await friend.page.getByText('Driver', { exact: true }).waitFor()
  await expectAccessible(friend.page, 'a shared ride')
  await expectNoSideScroll(friend.page, 'a shared ride')
  await friend.picture('follows')
  expect(await friend.page.locator('head meta[name=robots]').getAttribute('content')).toBe('noindex')

  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).waitFor()
  await friend.page.getByRole('heading', { name: 'There is nothing to follow here' }).waitFor()
  await friend.picture('ended')
  expect((await call(guestLinksApi.list, { params: { id } })).rows).toEqual([])

  const atWheel = await open('driver-shares', { viewport: phone, dark: true })
  await openSession(atWheel, trial('Driver Seven'))
  await atWheel.page.goto('/drive')
  await atWheel.page.getByRole('button', { name: 'Share trip' }).click()
  const sharing = atWheel.page.getByRole('dialog')
  await sharing.getByRole('button', { name: 'Create link' }).click()
  await sharing.getByText('Not opened yet').waitFor()
  await expectAccessible(atWheel.page, 'links to a car')
  await expectNoSideScroll(atWheel.page, 'links to a car')
  await atWheel.picture('links')
  const car = await sharing.locator('code').innerText()
  const contact = await open('trusted-contact', { viewport: phone })
  await contact.page.goto(car)
  await contact.page.getByRole('heading', { name: 'Driver is driving to a pickup' }).waitFor()
  await expectAccessible(contact.page, 'a shared car')
  await expectNoSideScroll(contact.page, 'a shared car')
  expect(await contact.page.locator('main').innerText(), 'nothing of the ride').not.toMatch(/julio|cruces|Rider/i)
  await contact.picture('follows')
  contact.forgive(/404/)
  await rider.page.goto('/')
  await now.waitFor()
  await cancelByCall(call, id)
  await now.waitFor({ state: 'detached' })
  await contact.page.getByRole('heading', { name: 'There is nothing to follow here' }).waitFor()
  await stopByCall(driver)
  const complaints = [rider, friend, atWheel, contact].flatMap((actor) => actor.complaints)
  expect(complaints).toEqual([])
})
