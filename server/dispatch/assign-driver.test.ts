import { assignApi } from '@remis/domain/dispatch/assign-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { messages } from '@remis/domain/messages/english'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cityFor, drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { sweepSearches } from '../testing/let-pass.ts'
import { selectOfCarType } from './drivers/driver-store.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const fleet = await city.person('fleetadmin')
beforeEach(async () => {
  city.server.failpoint.clear()
  await city.server.app.settings.change(
    { autoDispatch: false, AllowCriticalEditsAdmin: true, negativeBalance: true },
    null,
  )
  await sql`update users set driver_active_status = false where usertype = 'driver' and not queue`.execute(db.request)
})

const assign = (id: string, driver: TestActor, by = admin) =>
  by.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
const choices = (id: string, search?: string, by = admin) =>
  by.call(assignApi.drivers, { params: { id }, query: search === undefined ? {} : { search } })
const offersOf = async (driver: TestActor, id: string) =>
  (await driver.call(dispatchApi.offers, {})).rows.filter(({ bookingId }) => bookingId === id)
const noticesOf = async (user: TestActor, id: string) =>
  (
    await db.request
      .selectFrom('notices')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('booking_id', '=', id)
      .execute()
  ).map(({ message, screen }) => `${message} ${screen}`)
const statusOf = async (id: string) =>
  (await db.request.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const booked = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  return { rider, driver, booking: await city.book(rider) }
}
it('the drivers that are read of a large fleet are the nearest [design/dispatch-70]', async () => {
  const near = { lat: -34.9, lng: 179.99 }
  const [far, close, across] = [
    await city.driver({ at: { lat: near.lat + 0.3, lng: near.lng } }),
    await city.driver({ at: { lat: near.lat + 0.02, lng: near.lng } }),
    // on the other side of the 180th meridian
    await city.driver({ at: { lat: near.lat, lng: -179.999 } }),
  ]
  const read = (most: number) =>
    selectOfCarType(db.request, { carTypeId: city.economy, pickup: near, search: '' }, most)
  expect(await read(1)).toEqual([across.id])
  expect(await read(2)).toEqual([across.id, close.id])
  expect(await read(3)).toEqual([across.id, close.id, far.id])
})

describe('assigning with autoDispatch off [dispatch-10]', () => {
  it('off: a new booking gets no offers; on: every eligible driver gets one [dispatch-9]', async () => {
    const { driver, booking } = await booked()
    expect(booking.search).toEqual({ state: 'waiting', until: null })
    await sweepSearches(city.server.app)
    expect(await offersOf(driver, booking.id)).toEqual([])
    // Without this alert the booking would wait unseen.
    await sweepSearches(city.server.app)
    expect(await noticesOf(admin, booking.id)).toEqual(['notice_needs_driver BookingCab'])
    await city.server.app.settings.change({ autoDispatch: true }, null)
    const next = await city.book(await city.person('rider'))
    expect(next.search?.state).toBe('searching')
    expect(await offersOf(driver, next.id)).toHaveLength(1)
  })

  it('adds the driver to requestedDrivers, notifies them and confirms; the driver accepts within five minutes [dispatch-5] [dispatch-12] [messages-17] [notices-3] [design/moves-5]', async () => {
    const { driver, booking } = await booked()
    const link = await driver.connect()
    const office = await admin.connect()
    const answer = await assign(booking.id, driver)
    expect(messages[answer.message]).toBe('Driver assigned successfully and notified.')
    expect(answer.booking).toMatchObject({ status: 'NEW', version: 0, requestedDrivers: { [driver.id]: true } })
    expect(answer.booking.requestedNames).toEqual([driver.name])
    expect(answer.expiresAt - answer.acceptFrom).toBe(5 * 60_000)
    const written = (table: 'offers' | 'booking_events') =>
      db.request.selectFrom(table).selectAll().where('booking_id', '=', booking.id).execute()
    expect(await written('offers')).toMatchObject([{ driver_id: driver.id, kind: 'assign' }])
    expect(await written('booking_events')).toMatchObject([{ move: 'create', version: 0 }])
    expect(await noticesOf(driver, booking.id)).toEqual(['notice_assigned DriverTrips'])
    // it waits only for this driver, so it is unread until it is seen
    expect((await driver.call(noticesApi.unread, {})).unread).toBe(1)
    await link.until(() => link.events.some(({ kind, subject }) => kind === 'offer' && subject === booking.id))
    await office.until(() => office.events.some(({ kind, subject }) => kind === 'booking' && subject === booking.id))
    expect(await offersOf(driver, booking.id)).toHaveLength(1)
    const audit = await db.request
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `booking:${booking.id}`)
      .execute()
    expect(audit).toMatchObject([{ action: 'booking.assign', actor_id: admin.id, data: { driver: driver.id } }])
    await drives(driver, booking.id).accept()
    expect(await statusOf(booking.id)).toBe('ACCEPTED')
    expect(await keyOf(assign(booking.id, driver))).toBe('booking_moved_on')
  })

  it('requestedDrivers are empty once a driver has accepted, and after a cancel [dispatch-5] [dispatch-6] [booking-19]', async () => {
    const requested = async (id: string) =>
      (await admin.call(bookingsApi.get, { params: { id } })).booking.requestedDrivers
    const [one, other] = [await booked(), await booked()]
    await assign(one.booking.id, one.driver)
    await assign(one.booking.id, other.driver)
    await assign(other.booking.id, other.driver)
    expect(await requested(one.booking.id)).toEqual({ [one.driver.id]: true, [other.driver.id]: true })
    await drives(one.driver, one.booking.id).accept()
    expect(await requested(one.booking.id)).toEqual({})
    expect(await requested(other.booking.id)).toEqual({ [other.driver.id]: true })
    const { booking } = await other.rider.call(bookingsApi.cancel, {
      params: { id: other.booking.id },
      body: { reason: city.reason },
    })
    expect(booking).toMatchObject({ status: 'CANCELLED', reason: 'Changed my mind', cancelledBy: 'rider' })
    expect(await requested(other.booking.id)).toEqual({})
    const offers = db.request.selectFrom('offers').select('outcome').where('booking_id', '=', other.booking.id)
    expect(await offers.execute()).toEqual([{ outcome: 'closed' }])
    expect(await keyOf(drives(other.driver, other.booking.id).accept())).toBe('booking_moved_on')
  })

  it('answers a repeated key alike; a declined driver can be assigned again', async () => {
    const { driver, booking } = await booked()
    const input = { params: { id: booking.id }, body: { driver: driver.id } }
    const first = await admin.call(assignApi.assign, input, { key: 'the-same-key-0001' })
    expect(await admin.call(assignApi.assign, input, { key: 'the-same-key-0001' })).toEqual(first)
    expect(await noticesOf(driver, booking.id)).toHaveLength(1)
    await drives(driver, booking.id).decline()
    expect((await choices(booking.id)).rows.find(({ id }) => id === driver.id)).toMatchObject({ declined: true })
    await assign(booking.id, driver)
    await drives(driver, booking.id).accept()
  })

  it('is for admins, with autoDispatch off, a NEW booking and an assignable driver', async () => {
    const { rider, driver, booking } = await booked()
    for (const other of [rider, driver, fleet]) {
      expect(await keyOf(assign(booking.id, driver, other))).toBe('forbidden')
      expect(await keyOf(choices(booking.id, undefined, other))).toBe('forbidden')
    }
    expect(await keyOf(assign('0000000000', driver))).toBe('not_found')
    const unsuited = [
      [rider, 'unknown'],
      [await city.driver({ carType: city.comfort }), 'other-car-type'],
      [await city.driver({ online: false }), 'offline'],
    ] as const
    for (const [who, fault] of unsuited)
      expect(await assign(booking.id, who).catch((error: unknown) => error)).toMatchObject({
        status: 422,
        key: 'driver_not_assignable',
        fields: { driver: fault },
      })
    expect(await keyOf(assign(booking.id, driver))).toBe('ok')
  })

  it('is possible with autoDispatch on as well, once no search runs [design/dispatch-20] [dispatch-9]', async () => {
    await city.server.app.settings.change({ autoDispatch: true }, null)
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    expect(await keyOf(assign(id, driver))).toBe('auto_dispatch_on')
    const over = sql`clock_timestamp() - interval '1 second'`
    await sql`update bookings set search_until = ${over} where id = ${id}`.execute(db.request)
    await sql`update offers set expires_at = ${over} where booking_id = ${id}`.execute(db.request)
    await sweepSearches(city.server.app)
    await sweepSearches(city.server.app)
    // Once for the end of the search, of a Book Now as well.
    expect(await noticesOf(admin, id)).toEqual(['notice_needs_driver BookingCab'])
    await assign(id, driver)
    // The admin's choice did not accept: alerted again.
    await drives(driver, id).decline()
    await sweepSearches(city.server.app)
    expect(await noticesOf(admin, id)).toHaveLength(2)
    await assign(id, driver)
    await drives(driver, id).accept()
    expect(await statusOf(id)).toBe('ACCEPTED')
  })
})

describe('GET assignable-drivers lists drivers of the same car type [dispatch-11]', () => {
  it('lists approved, active, free drivers with a location, soonest at the pickup first', async () => {
    const { driver: near, booking } = await booked()
    const far = await city.driver({ at: { lat: booking.pickup.lat + 0.05, lng: booking.pickup.lng } })
    const out = [await city.driver({ carType: city.comfort }), await city.driver({ online: false })]
    const unseen = await city.driver()
    city.server.app.drivers.remove(unseen.id)
    const blocked = await city.driver()
    await db.request.updateTable('users').set({ approved: false }).where('id', '=', blocked.id).execute()
    const { rows, acceptFrom, now } = await choices(booking.id)
    expect(rows.map(({ id }) => id)).toEqual([near.id, far.id])
    expect(rows[0]).toMatchObject({ name: near.name, busy: false, requested: false, declined: false })
    expect(rows[0]?.mobile).toMatch(/^\+598/)
    expect(acceptFrom).toBe(now)
    expect(rows.some(({ id }) => out.some((other) => other.id === id))).toBe(false)
    expect((await choices(booking.id, far.name.slice(-4))).rows.map(({ id }) => id)).toEqual([far.id])
    await assign(booking.id, far)
    expect((await choices(booking.id)).rows.find(({ id }) => id === far.id)?.requested).toBe(true)
  })

  it('sorts by driving time, of the 20 nearest only, with position and the trips of today [design/dispatch-70]', async () => {
    const { driver: near, booking } = await booked()
    await drives(near, (await bookAnd(near)).id).accept()
    await endInCash(near)
    const at = (step: number) => ({ lat: booking.pickup.lat + 0.005 + step * 0.001, lng: booking.pickup.lng })
    const others = []
    for (let step = 0; step < 20; step++) others.push(await city.driver({ at: at(step) }))
    // across a river: the nearest by straight line, the last by road
    const matrix = vi.spyOn(city.server.app.maps, 'matrix')
    matrix.mockImplementation(async (sources) =>
      sources.map((_, i) => [{ distance_in_km: 1, duration_in_secs: i === 0 ? 900 : 60 + i }]),
    )
    const { rows, byRoad } = await choices(booking.id)
    expect(matrix.mock.lastCall?.[0]).toHaveLength(20)
    matrix.mockRestore()
    expect(byRoad).toBe(true)
    expect(rows.map(({ seconds }) => seconds)).toEqual([...Array.from({ length: 19 }, (_, i) => 61 + i), 900, null])
    expect(rows[19]).toMatchObject({ id: near.id, tripsToday: 1, seconds: 900, lat: rows[19]?.lat })
    expect(rows[20]).toMatchObject({ id: others[19]?.id, tripsToday: 0, ...at(19) })
  })

  it('says so when the maps fail or take too long, and sorts by straight line [design/dispatch-70]', async () => {
    const { driver: near, booking } = await booked()
    const far = await city.driver({ at: { lat: booking.pickup.lat + 0.05, lng: booking.pickup.lng } })
    const straight = {
      byRoad: false,
      rows: [
        { id: near.id, seconds: null },
        { id: far.id, seconds: null },
      ],
    }
    const matrix = vi.spyOn(city.server.app.maps, 'matrix')
    matrix.mockRejectedValueOnce(new Error('down'))
    expect(await choices(booking.id)).toMatchObject(straight)
    let answer: (() => void) | undefined
    matrix.mockImplementationOnce((sources) => new Promise((done) => (answer = () => done(sources.map(() => [null])))))
    expect(await choices(booking.id)).toMatchObject(straight)
    answer?.()
    matrix.mockRestore()
    expect((await choices(booking.id)).byRoad).toBe(true)
  })

  it('in demo mode contacts of drivers are Hidden in the picker [people-16]', async () => {
    const { booking } = await booked()
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const { rows } = await choices(booking.id)
    expect(new Set(rows.map(({ mobile }) => mobile))).toEqual(new Set(['Hidden']))
    expect(JSON.stringify(rows)).not.toContain('+598')
  })

  it('with negativeBalance off a driver with a wallet below zero gets no offers and cannot be assigned [design/money-22]', async () => {
    const { driver, booking } = await booked()
    await drives(driver, (await bookAnd(driver)).id).accept()
    await endInCash(driver)
    expect((await choices(booking.id)).rows.map(({ id }) => id)).toContain(driver.id)
    await city.server.app.settings.change({ negativeBalance: false }, null)
    expect((await choices(booking.id)).rows.map(({ id }) => id)).not.toContain(driver.id)
    expect(await keyOf(assign(booking.id, driver))).toBe('driver_not_assignable')
  })

  it('a driver who owes too much after the assignment cannot accept [design/money-22]', async () => {
    const { driver, booking } = await booked()
    await assign(booking.id, driver)
    await city.server.app.settings.change({ negativeBalance: false, driverDebtLimit: 0 }, null)
    const owe = (balance: number) =>
      sql`insert into wallets (user_id, balance) values (${driver.id}, ${balance})
        on conflict (user_id) do update set balance = excluded.balance`.execute(db.request)
    await owe(-1)
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('wallet_balance_low')
    await owe(0)
    await drives(driver, booking.id).accept()
  })
})

let current: { id: string; rider: TestActor }
const bookAnd = async (driver: TestActor) => {
  const rider = await city.person('rider')
  const { id } = await city.book(rider)
  await assign(id, driver)
  current = { id, rider }
  return { id }
}
const endInCash = async (driver: TestActor) => {
  const drive = drives(driver, current.id)
  await drive.arrive()
  const { booking } = await current.rider.call(bookingsApi.get, { params: { id: current.id } })
  await drive.start(booking.otp ?? '')
  await drive.reach()
  await drive.receiveCash()
}
