import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { ageBooking, balanceOf, bookWith, emptyStreets, quoteWith, walletOf } from '../testing/money.ts'
import { passSilently, stayAtPickup } from '../testing/move-back.ts'
import { comeTo, drives, cityFor, keyOf, pickup, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(() => emptyStreets(city))

/** Comfort has a fee of 80 from five minutes on. */
const accepted = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
  const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
  await drives(driver, id).accept()
  return { rider, driver, id }
}
const north = (km: number) => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })
const arriveWith = (driver: TestActor, id: string, km: number, seq = 1) =>
  driver
    .call(bookingsApi.arrive, { params: { id }, body: { fix: { seq, at: Date.now(), ...north(km), accuracy: 8 } } })
    .then(({ booking }) => booking)
const getBooking = async (who: TestActor, id: string) => (await who.call(bookingsApi.get, { params: { id } })).booking
const cancel = (who: TestActor, id: string, body: object) => who.call(bookingsApi.cancel, { params: { id }, body })
const noShow = (driver: TestActor, id: string) => keyOf(cancel(driver, id, { noShow: true }))
const noticesOf = async ({ id }: TestActor) =>
  (await db.request.selectFrom('notices').select('message').where('user_id', '=', id).execute()).map((n) => n.message)
/** Points are judged by the jump from the one before: the driver was there some minutes ago. */
const passTime = async ({ id }: TestActor, minutes: number) => {
  const back = sql<number>`at - ${minutes} * interval '1 minute'`
  await sql`update track_points set at = ${back} where booking_id in (select id from bookings where driver = ${id})`.execute(
    db.request,
  )
  const last = city.server.app.lastPositions.get(id)
  if (last !== undefined) city.server.app.lastPositions.put(id, { ...last, at: last.at - minutes * 60_000 })
}

describe('an arrival is confirmed by a position at the pickup [design/moves-70]', () => {
  it('the fix of the command is judged, stored and confirms', async () => {
    const { rider, driver, id } = await accepted()
    const booking = await arriveWith(driver, id, 0.05)
    expect(booking.arrivalConfirmedAt).toBe(booking.driver_arrive_time)
    expect((await getBooking(rider, id)).arrivalConfirmedAt).toBe(booking.arrivalConfirmedAt)
    expect(await noticesOf(rider)).toContain('notice_arrived')
    expect(await keyOf(cancel(rider, id, { reason: city.reason }))).toBe('booking_moved_on')
    const points = await db.request.selectFrom('track_points').select('seq').where('booking_id', '=', id).execute()
    expect(points).toEqual([{ seq: 1 }])
  })

  it('a fix that jumps to the pickup is not believed', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver({ carType: city.comfort, at: north(8.8) })
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    await drives(driver, id).accept()
    // 8.8 km in the 20 s since the last fix
    expect((await arriveWith(driver, id, 0)).arrivalConfirmedAt).toBe(null)
  })

  it('without a fix, or with an old one, it is unconfirmed; the rider is notified and cancels free', async () => {
    const { rider, driver, id } = await accepted()
    await comeTo(driver, pickup)
    await passTime(driver, 2)
    await drives(driver, id).arrive()
    await ageBooking(db, id, 30)
    expect(await getBooking(rider, id)).toMatchObject({ status: 'ARRIVED', arrivalConfirmedAt: null })
    expect(await noticesOf(rider)).toContain('notice_arrived_unconfirmed')
    expect(await rider.call(endingsApi.cancellation, { params: { id } })).toMatchObject({
      fee: 0,
      free: { because: 'arrival-unconfirmed', otherwise: 80 },
    })
    expect(await noShow(driver, id)).toBe('no_show_unconfirmed')
    expect(await keyOf(cancel(rider, id, { reason: city.reason, fee: 0 }))).toBe('ok')
    expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([0, 0])
  })

  it('the first later fix at the pickup confirms it, live, for both sides [design/moves-71]', async () => {
    const { rider, driver, id } = await accepted()
    await arriveWith(driver, id, 1.2)
    const link = await rider.connect()
    await passTime(driver, 1)
    await driver.call(trackingApi.send, { body: { fixes: [{ seq: 2, at: Date.now() - 2000, ...north(0.9) }] } })
    expect((await getBooking(rider, id)).arrivalConfirmedAt).toBe(null)
    await passTime(driver, 1)
    const near = (seq: number) => ({ body: { fixes: [{ seq, at: Date.now() + seq, ...north(0.2) }] } })
    await driver.call(trackingApi.send, near(3))
    const { arrivalConfirmedAt, version } = await getBooking(driver, id)
    expect(arrivalConfirmedAt).toEqual(expect.any(Number))
    await link.until(() =>
      link.events.some(({ kind, payload }) => kind === 'booking' && payload.arrivalConfirmedAt === arrivalConfirmedAt),
    )
    // once
    await driver.call(trackingApi.send, near(4))
    expect(await getBooking(driver, id)).toMatchObject({ arrivalConfirmedAt, version })
    expect(await keyOf(cancel(rider, id, { reason: city.reason }))).toBe('booking_moved_on')
  })

  it('confirm/cancel at once: either the rider cancels free or the arrival is confirmed', async () => {
    for (let round = 0; round < 4; round++) {
      const { rider, driver, id } = await accepted()
      await drives(driver, id).arrive()
      const [key] = await Promise.all([
        keyOf(cancel(rider, id, { reason: city.reason })),
        driver.call(trackingApi.send, { body: { fixes: [{ seq: 1, at: Date.now(), ...north(0) }] } }),
      ])
      const { status, arrivalConfirmedAt } = await getBooking(rider, id)
      expect([key, status, arrivalConfirmedAt === null]).toEqual(
        key === 'ok' ? ['ok', 'CANCELLED', true] : ['booking_moved_on', 'ARRIVED', false],
      )
    }
  })
})

describe('a fee is due only after the driver came nearer [design/moves-73]', () => {
  it('measures from the distance at the acceptance, which is stored', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver({ carType: city.comfort, at: north(2) })
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    await drives(driver, id).accept()
    const { accept_km } = await db.request
      .selectFrom('bookings')
      .select('accept_km')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(accept_km).toBeCloseTo(2, 1)
    await ageBooking(db, id, 6)
    const terms = () => rider.call(endingsApi.cancellation, { params: { id } })
    await comeTo(driver, north(1.98))
    expect(await terms()).toMatchObject({ fee: 0, free: { because: 'not-nearer', otherwise: 80 } })
    await passTime(driver, 1)
    await comeTo(driver, north(1.5))
    expect(await terms()).toMatchObject({ fee: 80, free: null })
  })

  it('an old place at the acceptance is no measure: the driver must have been within 300 m [design/moves-17]', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver({ carType: city.comfort, at: north(2) })
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    // the stored position is stale, as after a reserved driver goes online
    const { drivers } = city.server.app
    drivers.remove(driver.id)
    drivers.put({ id: driver.id, ...north(2), at: Date.now() - 61_000 }, { carType: city.comfort, busy: false })
    await drives(driver, id).accept()
    const { rows } = await sql`select accept_km from bookings where id = ${id}`.execute(db.request)
    expect(rows).toEqual([{ accept_km: null }])
  })
})

describe('a no-show needs a driver who stayed [design/moves-74]', () => {
  it('counts from the confirmation, and again from the return after leaving', async () => {
    const { rider, driver, id } = await accepted()
    await drives(driver, id).arriveThere()
    await ageBooking(db, id, 6)
    await passTime(driver, 6)
    // silent since: nothing shows the driver at the pickup, and the rider need not wait [design/moves-72]
    const terms = () => rider.call(endingsApi.cancellation, { params: { id } })
    const free = { fee: 0, free: { because: 'left-pickup', otherwise: 80 } }
    expect(await noShow(driver, id)).toBe('no_show_not_there')
    expect(await terms()).toMatchObject(free)
    await comeTo(driver, north(1.5))
    expect(await noShow(driver, id)).toBe('no_show_not_there')
    expect(await terms()).toMatchObject(free)
    await passTime(driver, 1)
    await comeTo(driver, pickup)
    expect(await terms()).toMatchObject({ free: null, reasons: [] })
    expect(await keyOf(cancel(rider, id, { reason: city.reason }))).toBe('booking_moved_on')
    expect(await noShow(driver, id)).toBe('no_show_too_early')
    await stayAtPickup(city, { driver, id }, 5)
    expect(await noShow(driver, id)).toBe('ok')
    expect((await walletOf(driver)).pending.total).toBe(80)
    expect(await getBooking(rider, id)).toMatchObject({ reason: 'rider_no_show', cancelledBy: 'driver' })
  })
})

it('the rider cancels free once the driver has left a confirmed arrival [design/moves-72]', async () => {
  const { rider, driver, id } = await accepted()
  await drives(driver, id).arriveThere()
  await ageBooking(db, id, 6)
  await passTime(driver, 6)
  await comeTo(driver, north(1.5))
  expect(await keyOf(cancel(rider, id, { reason: city.reason, fee: 0 }))).toBe('ok')
  expect(await getBooking(rider, id)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider', customer_paid: 0 })
  expect((await walletOf(rider)).owed.total).toBe(0)
})

describe('a ride for later [design/moves-108]', () => {
  it('shows the wait from the booked time and refuses an earlier no-show', async () => {
    const { rider, driver, id } = await accepted()
    const tripdate = Date.now() + 17 * 60_000
    await sql`update bookings set book_later = true, tripdate = ${new Date(tripdate)} where id = ${id}`.execute(
      db.request,
    )
    await drives(driver, id).arriveThere()
    await stayAtPickup(city, { driver, id }, 6)
    const terms = (who: TestActor) => who.call(endingsApi.cancellation, { params: { id } })
    const { noShow: read } = await terms(driver)
    expect((await terms(rider)).noShow).toEqual(read)
    expect(read?.from).toBe((read?.since ?? 0) + 5 * 60_000)
    expect(read?.since).toBe((await getBooking(rider, id)).tripdate)
    expect(await noShow(driver, id)).toBe('no_show_too_early')
    await sql`update bookings set tripdate = now() - interval '5 minutes' where id = ${id}`.execute(db.request)
    expect(await noShow(driver, id)).toBe('ok')
    expect((await walletOf(driver)).pending.total).toBe(80)
  })
})

describe('a silence is no stay [design/moves-74]', () => {
  const waited = async (minutes: number) => {
    const trip = await accepted()
    await drives(trip.driver, trip.id).arriveThere()
    await stayAtPickup(city, trip, minutes)
    return trip
  }

  it('the wait starts again after a silence of more than two minutes', async () => {
    const trip = await waited(2)
    await passSilently(city, trip, 4)
    await comeTo(trip.driver, pickup)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_too_early')
    const { noShow: next } = await trip.driver.call(endingsApi.cancellation, { params: { id: trip.id } })
    expect((next?.from ?? 0) - Date.now()).toBeGreaterThan(4.9 * 60_000)
  })

  it('a silence of less than two minutes counts as a stay', async () => {
    const trip = await waited(3)
    await passSilently(city, trip, 1.9)
    await comeTo(trip.driver, pickup)
    await passSilently(city, trip, 0.5)
    await comeTo(trip.driver, pickup)
    expect(await noShow(trip.driver, trip.id)).toBe('ok')
  })

  it('readings that a phone without a network sends later count at their own time', async () => {
    const trip = await waited(1)
    await passSilently(city, trip, 5)
    const { lastFixSeq } = await trip.driver.call(dispatchApi.day, {})
    const fixes = [4, 3, 2, 1, 0].map((minutes, i) => ({
      seq: lastFixSeq + 1 + i,
      at: Date.now() - minutes * 60_000,
      lat: pickup.lat,
      lng: pickup.lng,
      accuracy: 8,
    }))
    await trip.driver.call(trackingApi.send, { body: { fixes } })
    expect(await noShow(trip.driver, trip.id)).toBe('ok')
  })

  it('a repeat of an old reading is as old as the reading: it neither confirms nor shows the driver there', async () => {
    const trip = await waited(3)
    const read = Date.now()
    await passSilently(city, trip, 4)
    const { lastFixSeq } = await trip.driver.call(dispatchApi.day, {})
    const repeats = [3, 2, 1, 0].map((minutes, i) => ({
      seq: lastFixSeq + 1 + i,
      at: Date.now() - minutes * 60_000,
      readAt: read - 4 * 60_000,
      lat: pickup.lat,
      lng: pickup.lng,
      accuracy: 8,
    }))
    await trip.driver.call(trackingApi.send, { body: { fixes: repeats } })
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_not_there')
    await comeTo(trip.driver, pickup)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_too_early')

    const other = await accepted()
    const old = { seq: 5, at: Date.now(), readAt: Date.now() - 90_000, lat: pickup.lat, lng: pickup.lng, accuracy: 8 }
    await other.driver.call(bookingsApi.arrive, { params: { id: other.id }, body: { fix: old } })
    expect(await getBooking(other.rider, other.id)).toMatchObject({ status: 'ARRIVED', arrivalConfirmedAt: null })
  })

  it('a point from before the acceptance does not show that the driver came nearer [design/moves-73]', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver({ carType: city.comfort, at: north(2) })
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    await drives(driver, id).accept()
    await ageBooking(db, id, 6)
    await passTime(driver, 6)
    await comeTo(driver, north(1.9))
    const fee = async () => (await rider.call(endingsApi.cancellation, { params: { id } })).fee
    expect(await fee()).toBe(80)
    const back = sql`(select accepted_at from bookings where id = ${id}) - interval '10 seconds'`
    await sql`update track_points set at = ${back} where booking_id = ${id}`.execute(db.request)
    expect(await fee()).toBe(0)
  })
})

describe('reasons by role [design/moves-75]', () => {
  const reasonsOf = async (who: TestActor, id: string) =>
    (await who.call(endingsApi.cancellation, { params: { id } })).reasons.map(({ label }) => label)
  const withReasons = async <T>(rows: readonly (readonly [string, string])[], work: () => Promise<T>): Promise<T> => {
    await sql`create table kept_reasons as select * from cancel_reasons`.execute(db.request)
    await sql`delete from cancel_reasons`.execute(db.request)
    for (const [position, [label, roles]] of rows.entries())
      await sql`insert into cancel_reasons values (gen_random_uuid(), ${position}, ${label}, ${roles}::text[])`.execute(
        db.request,
      )
    try {
      return await work()
    } finally {
      await sql`delete from cancel_reasons`.execute(db.request)
      await sql`insert into cancel_reasons select * from kept_reasons`.execute(db.request)
      await sql`drop table kept_reasons`.execute(db.request)
    }
  }

  it('each role is offered its own, and may use no others; values are positions in the whole list', async () => {
    const rows = [
      ['Plans changed', '{rider}'],
      ['Car trouble', '{driver,admin}'],
      ['Other', '{rider,driver,admin}'],
    ] as const
    await withReasons(rows, async () => {
      const { rider, driver, id } = await accepted()
      const admin = await city.person('admin')
      expect(await reasonsOf(rider, id)).toEqual(['Plans changed', 'Other'])
      for (const one of [driver, admin]) expect(await reasonsOf(one, id)).toEqual(['Car trouble', 'Other'])
      const { reasons } = await driver.call(endingsApi.cancellation, { params: { id } })
      expect(reasons.map(({ value }) => value)).toEqual([1, 2])
      expect(await keyOf(cancel(rider, id, { reason: reasons[0]?.id }))).toBe('cancel_reason_missing')
      // own words only where there is no list
      expect(await keyOf(cancel(rider, id, { reasonText: 'Because' }))).toBe('cancel_reason_missing')
      expect(await keyOf(cancel(driver, id, { reason: reasons[0]?.id }))).toBe('ok')
    })
  })

  it('without reasons the caller writes one', async () => {
    await withReasons([['Car trouble', '{driver}']], async () => {
      const { rider, id } = await accepted()
      expect(await reasonsOf(rider, id)).toEqual([])
      for (const body of [{}, { reasonText: '  ' }])
        expect(await keyOf(cancel(rider, id, body))).toBe('cancel_reason_missing')
      expect(await keyOf(cancel(rider, id, { reasonText: ' My train is late ' }))).toBe('ok')
      expect(await getBooking(rider, id)).toMatchObject({ status: 'CANCELLED', reason: 'My train is late' })
    })
  })
})
