import { assignApi } from '@remis/domain/dispatch/assign-api'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { recordApi } from '@remis/domain/booking/record/record-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepSearches } from '../testing/let-pass.ts'
import { drives, drop, cityFor, keyOf, pickup, requestOn, type TestActor } from '../testing/test-city.ts'
import { releaseBookings, searchWaiting } from './sweeps/release-bookings.ts'
import { expireBookings } from './sweeps/tidy-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(async () => {
  city.server.failpoint.clear()
  await city.server.app.settings.change({ autoDispatch: true, releaseMinutes: 20, searchMinutes: 10 }, null)
  // Takes the drivers of earlier tests offline and ends their bookings.
  await sql`update users set driver_active_status = false where usertype = 'driver' and not queue`.execute(db.request)
  await sql`update bookings set release_at = release_at + interval '1 day', tripdate = tripdate + interval '1 day'
    where status = 'NEW' and released_at is null`.execute(db.request)
})

const minute = 60_000
const inMinutes = (minutes: number) => Date.now() + minutes * minute
const priceFor = async (rider: TestActor, tripdate: number) =>
  (await rider.call(quotesApi.create, { body: { pickup, drop, carType: city.economy, bookLater: true, tripdate } }))
    .quote
const bookFor = async (rider: TestActor, minutes: number): Promise<BookingView> => {
  const tripdate = inMinutes(minutes)
  const body = { ...requestOn(await priceFor(rider, tripdate)), bookLater: true, tripdate }
  return (await rider.call(bookingsApi.create, { body })).booking
}
const rowOf = (id: string) =>
  db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const movesOf = async (id: string) => {
  const events = db.request.selectFrom('booking_events').select('move').where('booking_id', '=', id)
  return (await events.orderBy('version').execute()).map(({ move }) => move)
}
/** Offers of this booking only: drivers also get offers of earlier ones. */
const offersOf = async (driver: TestActor, { id }: { id: string }) => {
  const { rows, reserved } = await driver.call(dispatchApi.offers, {})
  const only = (offers: typeof rows) => offers.filter(({ bookingId }) => bookingId === id)
  return { rows: only(rows), reserved: only(reserved) }
}
const noticeRows = (user: TestActor, id: string) =>
  db.request
    .selectFrom('notices')
    .select(['message', 'params', 'screen'])
    .where('user_id', '=', user.id)
    .where('booking_id', '=', id)
    .orderBy('created_at')
    .execute()
const noticesOf = async (user: TestActor, id: string) =>
  (await noticeRows(user, id)).map(({ message, screen }) => `${message} ${screen}`)
/** The times that the notices of a booking name, ms [design/live-62]. */
const timesOf = async (user: TestActor, id: string) => (await noticeRows(user, id)).map(({ params }) => params['time'])
/** Moves one booking into the past by these minutes. */
const letPass = async (id: string, minutes: number) => {
  const by = sql`interval '1 minute' * ${minutes}`
  await sql`update bookings set booking_date = booking_date - ${by}, tripdate = tripdate - ${by},
    release_at = release_at - ${by}, released_at = released_at - ${by},
    search_started_at = search_started_at - ${by}, search_until = search_until - ${by} where id = ${id}`.execute(
    db.request,
  )
  await sql`update offers set offered_at = offered_at - ${by}, expires_at = expires_at - ${by},
    closed_at = closed_at - ${by} where booking_id = ${id}`.execute(db.request)
  await sql`update notices set created_at = created_at - ${by} where booking_id = ${id}`.execute(db.request)
  await sql`update unassigned_alerts set at = at - ${by} where booking_id = ${id}`.execute(db.request)
  await sql`update booking_events set at = at - ${by} where booking_id = ${id}`.execute(db.request)
}
/** One turn of each sweep. */
const sweep = async () => {
  await releaseBookings(city.server.app)
  await searchWaiting(city.server.app)
  await sweepSearches(city.server.app)
}
const assign = (id: string, driver: TestActor) =>
  admin.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
const cancel = (rider: TestActor, id: string) =>
  rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })

describe('Book Later', () => {
  it('needs a time at least 15 minutes ahead, for the quote and for the booking [booking-25]', async () => {
    const rider = await city.person('rider')
    const price = (body: object) =>
      keyOf(rider.call(quotesApi.create, { body: { pickup, drop, carType: city.economy, bookLater: true, ...body } }))
    expect(await price({})).toBe('select_proper')
    expect(await price({ tripdate: inMinutes(14.9) })).toBe('past_booking_error')
    expect(await price({ tripdate: Date.now() - 1 })).toBe('past_booking_error')
    expect(await price({ tripdate: inMinutes(15.1) })).toBe('ok')
    const quote = await city.quote(rider)
    const book = (body: object) =>
      keyOf(rider.call(bookingsApi.create, { body: { ...requestOn(quote), bookLater: true, ...body } }))
    expect(await book({})).toBe('select_proper')
    expect(await book({ tripdate: inMinutes(14) })).toBe('past_booking_error')
    // a quote without a time is valid for any
    expect(await book({ tripdate: inMinutes(16) })).toBe('ok')
  })

  it('is at most bookLaterDays ahead, for the quote and for the booking [design/moves-86]', async () => {
    await city.server.app.settings.change({ bookLaterDays: 2 }, null)
    const rider = await city.person('rider')
    const price = (tripdate: number) =>
      keyOf(
        rider.call(quotesApi.create, {
          body: { pickup, drop, carType: city.economy, bookLater: true, tripdate },
        }),
      )
    const quote = await city.quote(rider)
    const book = (tripdate: number) =>
      keyOf(rider.call(bookingsApi.create, { body: { ...requestOn(quote), bookLater: true, tripdate } }))
    for (const ask of [price, book]) {
      expect(await ask(inMinutes(2 * 24 * 60 + 5))).toBe('too_far_ahead')
      expect(await ask(inMinutes(2 * 24 * 60 - 5))).toBe('ok')
    }
    await city.server.app.settings.change({ bookLaterDays: 90 }, null)
  })

  it('skips the driver check and stores tripdate in ms; a quote for a time is valid only for that time [design/moves-15]', async () => {
    const rider = await city.person('rider')
    const tripdate = inMinutes(24 * 60)
    const quote = await priceFor(rider, tripdate)
    expect(quote).toMatchObject({ bookLater: true, tripdate })
    const request = { ...requestOn(quote), bookLater: true }
    const other = await rider
      .call(bookingsApi.create, { body: { ...request, tripdate: tripdate + minute } })
      .catch((error: unknown) => error)
    expect(other).toMatchObject({ key: 'quote_expired', extra: { quote: { tripdate: tripdate + minute } } })
    const { booking } = await rider.call(bookingsApi.create, { body: { ...request, tripdate } })
    expect(booking).toMatchObject({ status: 'NEW', bookLater: true, tripdate, search: { state: 'waiting' } })
    expect(await keyOf(city.book(await city.person('rider')))).toBe('no_driver_found_alert_messege')
    const { rows } = await rider.call(bookingsApi.list, { query: {} })
    expect(rows).toMatchObject([{ id: booking.id, bookLater: true, tripdate }])
  })

  it('offers to drivers at once when booked within releaseMinutes of its time', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await bookFor(rider, 19)
    expect(booking.search).toMatchObject({ state: 'searching', until: booking.tripdate + 10 * minute })
    expect((await offersOf(driver, booking)).rows).toMatchObject([{ bookingId: booking.id, bookLater: true }])
    expect(await movesOf(booking.id)).toEqual(['create'])
    await drives(driver, booking.id).accept()
  })
})

describe('release [design/dispatch-23]', () => {
  it('happens once at tripdate − releaseMinutes with the first offers; the search lasts until searchMinutes after', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await bookFor(rider, 60)
    await sweep()
    expect((await offersOf(driver, booking)).rows).toEqual([])
    expect((await rowOf(booking.id)).released_at).toBe(null)
    await letPass(booking.id, 39.9)
    await sweep()
    expect((await rowOf(booking.id)).released_at).toBe(null)
    await letPass(booking.id, 0.2)
    // two nodes at once, then another turn
    await Promise.all([sweep(), sweep(), releaseBookings(city.server.app)])
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    const row = await rowOf(booking.id)
    expect(row.search_until).toBe(row.tripdate + 10 * minute)
    expect((await offersOf(driver, booking)).rows).toMatchObject([{ bookingId: booking.id }])
    expect(await noticesOf(driver, booking.id)).toEqual(['notice_new_booking DriverTrips'])
    await drives(driver, booking.id).accept()
    expect(await movesOf(booking.id)).toEqual(['create', 'release', 'accept'])
  })

  it('a booking an hour past its time is not offered after an outage and expires [design/dispatch-74]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const [unreleased, released] = [await bookFor(rider, 30), await bookFor(rider, 30)]
    await city.server.app.settings.change({ autoDispatch: false }, null)
    await letPass(released.id, 11)
    await sweep()
    for (const { id } of [unreleased, released]) await letPass(id, 91)
    await city.server.app.settings.change({ autoDispatch: true }, null)
    await sweep()
    for (const booking of [unreleased, released]) expect((await offersOf(driver, booking)).rows).toEqual([])
    await expireBookings(city.server.app)
    expect(await movesOf(unreleased.id)).toEqual(['create', 'expire'])
    expect(await movesOf(released.id)).toEqual(['create', 'release', 'expire'])
  })

  it('leaves nothing when it fails before its commit, and happens in the next turn', async () => {
    const booking = await bookFor(await city.person('rider'), 30)
    await letPass(booking.id, 10.1)
    city.server.failpoint.fail('release.before_commit', new Error('injected failure'))
    await releaseBookings(city.server.app)
    expect(await movesOf(booking.id)).toEqual(['create'])
    city.server.failpoint.clear()
    await releaseBookings(city.server.app)
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
  })

  it('loses to an earlier cancel and skips a locked booking', async () => {
    const rider = await city.person('rider')
    const booking = await bookFor(rider, 30)
    await letPass(booking.id, 10.1)
    const stop = city.server.failpoint.pause('cancel.locked')
    const cancelling = cancel(rider, booking.id)
    await stop.reached
    await releaseBookings(city.server.app)
    stop.release()
    await cancelling
    await releaseBookings(city.server.app)
    expect(await movesOf(booking.id)).toEqual(['create', 'cancel'])
  })

  it('changes nothing when another node has released the booking meanwhile, and logs the refusal', async () => {
    const warn = vi.spyOn(city.server.app.log, 'warn')
    const rider = await city.person('rider')
    const booking = await bookFor(rider, 60)
    await letPass(booking.id, 41)
    const stop = city.server.failpoint.pause('release.found')
    const late = releaseBookings(city.server.app)
    await stop.reached
    // lets the next releases pass
    city.server.failpoint.clear()
    await releaseBookings(city.server.app)
    const released = await rowOf(booking.id)
    stop.release()
    await late
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    expect(await rowOf(booking.id)).toEqual(released)
    expect(warn).toHaveBeenCalledWith({ booking: booking.id, key: 'booking_moved_on' }, 'refused to release a booking')
    warn.mockRestore()
  })
  it('notifies rider and admins once when no driver accepted by searchMinutes after its time; it expires an hour later', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await bookFor(rider, 30)
    await letPass(booking.id, 10.1)
    await sweep()
    await drives(driver, booking.id).decline()
    await letPass(booking.id, 20)
    await sweep()
    expect((await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking.search?.state).toBe('searching')
    await letPass(booking.id, 10)
    await sweep()
    await sweep()
    expect(await noticesOf(rider, booking.id)).toEqual(['notice_no_driver BookingCab'])
    expect(await noticesOf(admin, booking.id)).toEqual(['notice_needs_driver BookingCab'])
    await letPass(booking.id, 60)
    await expireBookings(city.server.app)
    expect(await rowOf(booking.id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'system' })
  })

  it('ends the search sooner or later with searchMinutes; bookLater tells Book Later from Book Now [booking-2]', async () => {
    for (const searchMinutes of [3, 30]) {
      await city.server.app.settings.change({ searchMinutes }, null)
      await city.driver()
      const now = await city.book(await city.person('rider'))
      expect(now.search?.until).toBe(now.bookingDate + searchMinutes * minute)
      const later = await bookFor(await city.person('rider'), 19)
      expect(later.search?.until).toBe(later.tripdate + searchMinutes * minute)
      expect([now.bookLater, later.bookLater]).toEqual([false, true])
    }
  })
})

describe('a reserved driver [design/dispatch-21]', () => {
  const reserve = async () => {
    await city.server.app.settings.change({ autoDispatch: false }, null)
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await bookFor(rider, 60)
    const answer = await assign(booking.id, driver)
    return { rider, driver, booking, answer }
  }

  it('is notified at once, is in requestedDrivers, and can accept from the release on, not before', async () => {
    const { rider, driver, booking, answer } = await reserve()
    const release = booking.tripdate - 20 * minute
    expect(answer).toMatchObject({ message: 'driver_assigned', acceptFrom: release, expiresAt: release + 5 * minute })
    expect(answer.booking.requestedDrivers).toEqual({ [driver.id]: true })
    expect(await noticesOf(driver, booking.id)).toEqual(['notice_reserved DriverTrips'])
    expect(await timesOf(driver, booking.id)).toEqual([booking.tripdate])
    expect(await offersOf(driver, booking)).toMatchObject({
      rows: [],
      reserved: [{ bookingId: booking.id, offeredAt: release }],
    })
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('offer_not_open')
    // goes offline and online again: the reservation stays
    await driver.call(dispatchApi.goOnline, { body: { online: false } })
    await driver.call(dispatchApi.goOnline, { body: { online: true } })
    await letPass(booking.id, 40.1)
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    expect((await offersOf(driver, booking)).rows).toMatchObject([{ bookingId: booking.id }])
    expect(await noticesOf(driver, booking.id)).toContain('notice_assigned DriverTrips')
    expect(await noticesOf(admin, booking.id)).toEqual([])
    await drives(driver, booking.id).accept()
    expect((await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking.status).toBe('ACCEPTED')
  })

  it('is notified when the ride is cancelled', async () => {
    const { rider, driver, booking } = await reserve()
    await cancel(rider, booking.id)
    expect(await noticesOf(driver, booking.id)).toEqual([
      'notice_reserved DriverTrips',
      'notice_reservation_over DriverTrips',
    ])
    expect(await offersOf(driver, booking)).toEqual({ rows: [], reserved: [] })
    await letPass(booking.id, 40.1)
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('booking_moved_on')
  })

  it('loses the ride when the office takes it back; only the next assigned driver has a live offer [design/dispatch-76]', async () => {
    const { driver, booking } = await reserve()
    const next = await city.driver()
    const takeBack = (from: TestActor) =>
      keyOf(admin.call(assignApi.unassign, { params: { id: booking.id }, body: { driver: from.id } }))
    expect(await takeBack(next)).toBe('booking_moved_on')
    expect(await takeBack(driver)).toBe('ok')
    expect(await takeBack(driver)).toBe('booking_moved_on')
    expect(await noticesOf(driver, booking.id)).toEqual([
      'notice_reserved DriverTrips',
      'notice_reservation_over DriverTrips',
    ])
    await assign(booking.id, next)
    await letPass(booking.id, 40.1)
    await city.server.app.settings.change({ autoDispatch: true }, null)
    await sweep()
    expect(await offersOf(driver, booking)).toEqual({ rows: [], reserved: [] })
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('offer_expired')
    expect((await offersOf(next, booking)).rows).toHaveLength(1)
    await drives(next, booking.id).accept()
    expect(await takeBack(next)).toBe('booking_moved_on')
    const { rows } = await admin.call(recordApi.events, { params: { id: booking.id } })
    expect(rows.map(({ what }) => what)).toContain('unassign')
  })

  it('declines before the release: admins are alerted at once, unless another driver is reserved [design/dispatch-77]', async () => {
    const { driver, booking } = await reserve()
    const other = await city.driver()
    await assign(booking.id, other)
    await drives(driver, booking.id).decline()
    expect(await noticesOf(admin, booking.id)).toEqual([])
    await drives(other, booking.id).decline()
    await drives(other, booking.id).decline()
    expect(await noticesOf(admin, booking.id)).toEqual(['notice_needs_driver BookingCab'])
    expect(await timesOf(admin, booking.id)).toEqual([booking.tripdate])
    expect((await offersOf(other, booking)).reserved).toEqual([])
  })

  it('accepts once the clock has passed the release, before any sweep has run', async () => {
    const { driver, booking } = await reserve()
    await letPass(booking.id, 40.1)
    await drives(driver, booking.id).accept()
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'accept'])
  })

  it('alerts the admins once after five minutes without an answer and autoDispatch off', async () => {
    const { driver, booking } = await reserve()
    await letPass(booking.id, 40.1)
    await sweep()
    await letPass(booking.id, 5)
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('offer_expired')
    await sweep()
    await sweep()
    expect(await noticesOf(admin, booking.id)).toEqual(['notice_needs_driver BookingCab'])
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    // assigned again, declined this time: a new alert
    await assign(booking.id, driver)
    await drives(driver, booking.id).decline()
    await sweep()
    await sweep()
    expect(await noticesOf(admin, booking.id)).toHaveLength(2)
  })

  it('starts the search after five minutes without an answer when autoDispatch is on by then', async () => {
    const { driver, booking } = await reserve()
    const other = await city.driver()
    await city.server.app.settings.change({ autoDispatch: true }, null)
    await letPass(booking.id, 40.1)
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    expect((await offersOf(other, booking)).rows).toEqual([])
    expect((await offersOf(driver, booking)).rows).toHaveLength(1)
    await letPass(booking.id, 5)
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'release', 'search-again'])
    expect((await offersOf(other, booking)).rows).toMatchObject([{ bookingId: booking.id }])
    await drives(other, booking.id).accept()
    expect(await keyOf(drives(driver, booking.id).accept())).toBe('booking_taken')
  })

  it('alerts the admins at the release without a reserved driver and autoDispatch off', async () => {
    await city.server.app.settings.change({ autoDispatch: false }, null)
    const booking = await bookFor(await city.person('rider'), 30)
    await sweep()
    expect(await noticesOf(admin, booking.id)).toEqual([])
    await letPass(booking.id, 10.1)
    await sweep()
    await sweep()
    expect(await movesOf(booking.id)).toEqual(['create', 'release'])
    expect(await noticesOf(admin, booking.id)).toEqual(['notice_needs_driver BookingCab'])
  })
})
