import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepSearches } from '../testing/let-pass.ts'
import { limits } from '../platform/runtime/limits.ts'
import { emptyStreets } from '../testing/money.ts'
import { databaseFor } from '../testing/test-database.ts'
import { drives, drop, keyOf, openCity, pickup, type City, type TestActor } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  const { madePerRider, cancelPause } = limits.booking
  const { sameRiderPauseSeconds } = limits.dispatch
  city = await openCity(database, {
    limits: { booking: { madePerRider, cancelPause }, dispatch: { sameRiderPauseSeconds } },
  })
  await city.server.app.settings.change({ openBookings: 0 }, null)
})
beforeEach(() => emptyStreets(city))

const cancel = (who: TestActor, id: string) =>
  who.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
const letPass = (rider: TestActor, seconds: number) =>
  sql`update bookings set booking_date = booking_date - ${seconds} * interval '1 second',
    cancelled_at = cancelled_at - ${seconds} * interval '1 second' where customer = ${rider.id}`.execute(db.request)
/** Which of these bookings the driver is offered; earlier tests have left others. */
const offered = async (driver: TestActor, ...ids: string[]) =>
  (await driver.call(dispatchApi.offers, {})).rows.map(({ bookingId }) => bookingId).filter((id) => ids.includes(id))
/** Expects that the rider may book again in these seconds and not much earlier; lets them pass. */
const waits = async (rider: TestActor, seconds: number): Promise<void> => {
  const early = 12
  for (const part of [0, seconds - early]) {
    await letPass(rider, part)
    await expect(city.book(rider)).rejects.toMatchObject({ status: 429, key: 'too_many_bookings' })
  }
  await letPass(rider, early)
}

describe('bookings in a row [design/moves-85]', () => {
  it('are at most five in ten minutes, also when they are asked for at once; an admin may book more', async () => {
    await city.driver()
    const rider = await city.person('rider')
    const quotes = await Promise.all(Array.from({ length: 8 }, () => city.quote(rider)))
    const keys = await Promise.all(quotes.map((quote) => keyOf(city.book(rider, quote))))
    expect(keys.toSorted()).toEqual([...Array(5).fill('ok'), ...Array(3).fill('too_many_bookings')])
    await waits(rider, 600)
    expect(await keyOf(city.book(rider))).toBe('ok')
  })

  it('wait for a pause after cancels that grows', async () => {
    const rider = await city.person('rider')
    // a new driver each time: an asked driver is excluded for two minutes
    const bookAndCancel = async () => {
      await emptyStreets(city)
      await city.driver()
      await cancel(rider, (await city.book(rider)).id)
    }
    await bookAndCancel()
    await bookAndCancel()
    await city.driver()
    await waits(rider, 30)
    await bookAndCancel()
    await city.driver()
    await waits(rider, 60)
    expect(await keyOf(city.book(rider))).toBe('ok')
  })

  it('do not count rides that an admin booked, or their cancels', async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    for (const _ of [1, 2]) {
      await emptyStreets(city)
      await city.driver()
      const { quote } = await admin.call(quotesApi.create, {
        body: { pickup, drop, carType: city.economy, rider: rider.id },
      })
      await cancel(rider, (await city.book(admin, quote)).id)
    }
    await city.driver()
    expect(await keyOf(city.book(rider))).toBe('ok')
  })

  it('has no limit of open bookings at 0; an admin is exempt from it [design/moves-10]', async () => {
    await city.server.app.settings.change({ openBookings: 1 }, null)
    await city.driver()
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    await city.book(rider)
    expect(await keyOf(city.book(rider))).toBe('active_booking_limit')
    const { quote } = await admin.call(quotesApi.create, {
      body: { pickup, drop, carType: city.economy, rider: rider.id },
    })
    expect(await keyOf(city.book(admin, quote))).toBe('ok')
    await city.server.app.settings.change({ openBookings: 0 }, null)
    expect(await keyOf(city.book(rider))).toBe('ok')
  })
})

describe('after a rider’s cancel [design/dispatch-41]', () => {
  it('the drivers who were asked get no offer of another booking of that rider for two minutes', async () => {
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    const asked = await city.driver()
    await cancel(rider, (await city.book(rider)).id)
    // The only driver near counts as none, on Book as well.
    expect(await keyOf(city.book(rider))).toBe('no_driver_found_alert_messege')
    const next = await city.driver()
    const { id } = await city.book(rider)
    await sweepSearches(city.server.app)
    expect([await offered(asked, id), await offered(next, id)]).toEqual([[], [id]])
    const { considered } = (
      await (await city.person('admin')).call(dispatchApi.ofBooking, { params: { id } })
    ).records.at(-1)!
    expect(considered.find(({ driver }) => driver === asked.id)?.reason).toBe('asked-just-now')
    // Other riders are not affected.
    const foreign = await city.book(other)
    expect(await offered(asked, id, foreign.id)).toEqual([foreign.id])
    await letPass(rider, 121)
    await sweepSearches(city.server.app)
    expect((await offered(asked, id, foreign.id)).toSorted()).toEqual([id, foreign.id].toSorted())
    await drives(asked, id).accept()
  })
})
