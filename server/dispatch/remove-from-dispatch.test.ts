import { assignApi } from '@remis/domain/dispatch/assign-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { releaseBookings } from '../booking/sweeps/release-bookings.ts'
import { cityFor, drop, pickup, requestOn, type TestActor } from '../testing/test-city.ts'
import { closeReservationsOfLeavers } from './remove-from-dispatch.ts'

const { city, db } = await cityFor(import.meta.url)
const { app } = city.server
const [admin, fleet] = [await city.person('admin'), await city.person('fleetadmin')]

/** Books for tomorrow and reserves the ride for these drivers. */
const reserve = async (...drivers: readonly TestActor[]) => {
  const rider = await city.person('rider')
  const later = { bookLater: true, tripdate: Date.now() + 86_400_000 }
  const { quote } = await rider.call(quotesApi.create, {
    body: { pickup, drop, carType: city.economy, ...later },
  })
  const { id } = (await rider.call(bookingsApi.create, { body: { ...requestOn(quote), ...later } })).booking
  for (const { id: driver } of drivers) await admin.call(assignApi.assign, { params: { id }, body: { driver } })
  return id
}
const count = async (rows: ReturnType<typeof sql<{ n: number }>>) => (await rows.execute(db.request)).rows[0]!.n
const alertsOf = (id: string) =>
  count(sql`select count(*)::int as n from notices where booking_id = ${id} and message = 'notice_needs_driver'`)
const adminEventsOf = (id: string) =>
  count(sql`select count(*)::int as n from outbox where kind = 'booking' and subject = ${id}
    and audience = array['role:admin']`)
const outcomesOf = async (id: string) =>
  (
    await db.request.selectFrom('offers').select('outcome').where('booking_id', '=', id).orderBy('offered_at').execute()
  ).map(({ outcome }) => outcome)

it.each([
  ['archived by its fleet', (id: string) => fleet.call(peopleApi.remove, { params: { id } })],
  [
    'suspended',
    (id: string) => admin.call(peopleApi.suspend, { params: { id }, body: { reason: 'Complaints', until: null } }),
  ],
  ['disapproved', (id: string) => admin.call(peopleApi.approve, { params: { id }, body: { approved: false } })],
  ['made a rider', (id: string) => admin.call(peopleApi.changeRole, { params: { id }, body: { usertype: 'rider' } })],
  [
    'given a car of another type',
    (id: string) => admin.call(peopleApi.update, { params: { id }, body: { carTypeId: city.comfort } }),
  ],
  ['to be erased', (id: string) => admin.call(accountDataApi.requestDeletionOf, { params: { id } })],
])(
  'closes the reservation of a driver who is %s and alerts admins at once [design/dispatch-78]',
  async (_who, leave) => {
    const driver = await city.driver({ fleetadmin: fleet.id })
    const id = await reserve(driver)
    const before = await adminEventsOf(id)
    await leave(driver.id)
    expect([await outcomesOf(id), await alertsOf(id)]).toEqual([['closed'], 1])
    expect(await adminEventsOf(id)).toBe(before + 1)
    const notice = sql<{ n: number }>`select count(*)::int as n from notices where booking_id = ${id}
      and user_id = ${driver.id} and message = 'notice_reservation_over'`
    expect(await count(notice)).toBe(1)
  },
)

it('does not alert if another driver is reserved, but reloads admins’ pages [design/dispatch-78]', async () => {
  const [driver, other] = [await city.driver(), await city.driver()]
  const id = await reserve(driver, other)
  const before = await adminEventsOf(id)
  await admin.call(peopleApi.remove, { params: { id: driver.id } })
  expect(new Set(await outcomesOf(id))).toEqual(new Set(['closed', null]))
  expect([await alertsOf(id), await adminEventsOf(id)]).toEqual([0, before + 1])
})

it('the sweep closes a reservation after a crash, and the release starts a search at once [design/dispatch-78]', async () => {
  const [driver, staying] = [await city.driver(), await city.driver()]
  const [id, kept] = [await reserve(driver), await reserve(staying)]
  // as if the server was killed before the reservations were closed
  await sql`update users set deleted_at = clock_timestamp(), deleted_by = ${admin.id} where id = ${driver.id}`.execute(
    db.request,
  )
  await closeReservationsOfLeavers(app)
  expect([await outcomesOf(id), await alertsOf(id)]).toEqual([['closed'], 1])
  expect([await outcomesOf(kept), await alertsOf(kept)]).toEqual([[null], 0])
  await sql`update bookings set release_at = clock_timestamp(), tripdate = clock_timestamp() + interval '15 minutes'
    where id = ${id}`.execute(db.request)
  await releaseBookings(app)
  const booking = await db.request.selectFrom('bookings').select(['searches']).where('id', '=', id).executeTakeFirst()
  expect(booking?.searches).toBe(1)
})

it('the sweep closes the reservation of a driver with an expired document, if these are paused [design/dispatch-78]', async () => {
  const driver = await city.driver()
  const id = await reserve(driver)
  await sql`update users set documents_until = clock_timestamp() where id = ${driver.id}`.execute(db.request)
  await app.settings.change({ pauseExpiredDrivers: false }, null)
  await closeReservationsOfLeavers(app)
  expect(await outcomesOf(id)).toEqual([null])
  await app.settings.change({ pauseExpiredDrivers: true }, null)
  await closeReservationsOfLeavers(app)
  expect([await outcomesOf(id), await alertsOf(id)]).toEqual([['closed'], 1])
})

it('one failing reservation does not stop the sweep [design/dispatch-78]', async () => {
  const drivers = [await city.driver(), await city.driver()]
  const ids = await Promise.all(drivers.map((driver) => reserve(driver)))
  await sql`update users set approved = false where id = any(${drivers.map(({ id }) => id)}::uuid[])`.execute(
    db.request,
  )
  const notify: typeof app.notify = (tx, drafts) =>
    drafts.some(({ bookingId }) => bookingId === ids[0])
      ? Promise.reject(new Error('it fails'))
      : app.notify(tx, drafts)
  await closeReservationsOfLeavers({ ...app, notify }, 1)
  expect([await outcomesOf(ids[0]!), await outcomesOf(ids[1]!)]).toEqual([[null], ['closed']])
  await closeReservationsOfLeavers(app)
  expect(await outcomesOf(ids[0]!)).toEqual(['closed'])
})
