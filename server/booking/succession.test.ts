import { defaultSettings } from '@remis/domain/backoffice/settings'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { sweepSearches } from '../testing/let-pass.ts'
import { balanceOf, bookWith, credit, driveToDrop, emptyStreets, prepaidFor, quoteWith } from '../testing/money.ts'
import { stayAtPickup } from '../testing/move-back.ts'
import { drives, cityFor, keyOf, requestOn, type TestActor } from '../testing/test-city.ts'
import { releaseBookings } from './sweeps/release-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(async () => {
  await emptyStreets(city)
  await city.server.app.settings.change({ rebookAfterDriverCancel: true, autoDispatch: true }, null)
})

const cancel = async (who: TestActor, id: string, more: object = {}) =>
  (await who.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason, ...more } })).booking
const getBooking = async (who: TestActor, id: string) => (await who.call(bookingsApi.get, { params: { id } })).booking
const successorOf = async (rider: TestActor, id: string): Promise<string> => {
  const { successor } = await getBooking(rider, id)
  if (!successor) throw new Error(`booking ${id} has no successor`)
  return successor
}
/** The trip code, which no one sees before a driver accepts. */
const codeOf = async (id: string) =>
  (await db.request.selectFrom('bookings').select('otp').where('id', '=', id).executeTakeFirstOrThrow()).otp
const offersOf = async (driver: TestActor) =>
  (await driver.call(dispatchApi.offers, {})).rows.map(({ bookingId }) => bookingId)
const reasonsOf = async (id: string) => {
  const { records } = await admin.call(dispatchApi.ofBooking, { params: { id } })
  return Object.fromEntries(records.at(-1)?.considered.map(({ driver, reason }) => [driver, reason]) ?? [])
}
const noticesOf = async (who: TestActor, bookingId: string) =>
  (
    await db.request
      .selectFrom('notices')
      .select('message')
      .where('user_id', '=', who.id)
      .where('booking_id', '=', bookingId)
      .execute()
  ).map(({ message }) => message)

/** A booking that a driver has accepted. */
const accepted = async (mode: 'cash' | 'wallet' = 'cash', promo?: string) => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  if (mode === 'wallet') await credit(db, rider, 1000)
  const booking = await bookWith(rider, await quoteWith(rider, city.economy, promo), mode)
  await drives(driver, booking.id).accept()
  return { rider, driver, booking, id: booking.id }
}

describe('a driver’s cancel makes a successor [design/moves-80]', () => {
  it('makes no successor for a suspended rider and returns the hold [design/people-6]', async () => {
    const { rider, driver, id } = await accepted('wallet')
    await admin.call(peopleApi.suspend, { params: { id: rider.id }, body: { reason: 'Complaints', until: null } })
    await cancel(driver, id)
    expect(await getBooking(admin, id)).toMatchObject({ status: 'CANCELLED', successor: null })
    expect(await balanceOf(db, rider)).toBe(1000_00)
  })

  it('has the line of the route, which no used quote keeps [design/data-111]', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver()
    const quote = await quoteWith(rider, city.economy)
    const { id } = await bookWith(rider, quote, 'cash')
    await drives(driver, id).accept()
    await cancel(driver, id)
    const ids = [id, await successorOf(rider, id)]
    const rows = await db.request
      .selectFrom('bookings as b')
      .innerJoin('quotes as q', 'q.booking_id', 'b.id')
      .select(['b.coords', 'q.polyline'])
      .where('b.id', 'in', ids)
      .execute()
    expect(quote.polylinePoints.length).toBeGreaterThan(10)
    expect(rows).toEqual(ids.map(() => ({ coords: quote.polylinePoints, polyline: '' })))
  })

  it('at the same price, in search, linked both ways for rider and admin; the rider is notified [design/moves-36]', async () => {
    expect(defaultSettings.rebookAfterDriverCancel).toBe(true)
    const { rider, driver, booking, id } = await accepted()
    // no code that is drawn begins with 0
    await db.request.updateTable('bookings').set({ otp: '00000' }).where('id', '=', id).execute()
    const before = await getBooking(rider, id)
    expect(await cancel(driver, id)).not.toHaveProperty('successor')
    const cancelled = await getBooking(rider, id)
    expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelledBy: 'driver', predecessor: null })
    const next = await getBooking(rider, await successorOf(rider, id))
    expect(next).toMatchObject({
      status: 'NEW',
      predecessor: id,
      successor: null,
      driver: null,
      version: 0,
      estimate: booking.estimate,
      trip_cost: before.trip_cost,
      customer_paid: before.customer_paid,
      payableAmount: before.payableAmount,
      pickup: before.pickup,
      drop: before.drop,
      search: { state: 'searching' },
      reason: null,
    })
    expect(await codeOf(next.id)).toMatch(/^[1-9]\d{4}$/)
    expect(await getBooking(admin, next.id)).toMatchObject({ predecessor: id, otp: '•••••' })
    const events = db.request.selectFrom('booking_events').selectAll().where('booking_id', '=', next.id)
    expect(await events.execute()).toMatchObject([{ move: 'succeed', actor_kind: 'system', to_status: 'NEW' }])
    expect(await noticesOf(rider, next.id)).toEqual(['notice_rebooked'])
    expect(await noticesOf(rider, id)).not.toContain('notice_cancelled_rider')
    // The old driver and fleets do not see it.
    expect(await keyOf(getBooking(driver, next.id))).toBe('not_found')
    expect(await getBooking(driver, id)).not.toHaveProperty('successor')
  })

  it('is offered by the next sweep, never to a driver who cancelled before, who cannot accept it [design/moves-81]', async () => {
    const { rider, driver, id } = await accepted()
    const other = await city.driver()
    await cancel(driver, id)
    const next = await successorOf(rider, id)
    expect(await offersOf(other)).not.toContain(next)
    await sweepSearches(city.server.app)
    expect(await offersOf(other)).toContain(next)
    expect(await offersOf(driver)).not.toContain(next)
    expect((await reasonsOf(next))[driver.id]).toBe('cancelled-before')
    expect(await keyOf(drives(driver, next).accept())).toBe('not_found')
    await driveToDrop(rider, other, next)
    expect(await getBooking(rider, next)).toMatchObject({ status: 'REACHED', driver: other.id })
  })

  it('has no trip code where the cancelled booking has none; ends with the cancel of the third driver [design/moves-81]', async () => {
    await city.server.app.settings.change({ otp_secure: false }, null)
    const { rider, driver, id } = await accepted()
    await city.server.app.settings.change({ otp_secure: true }, null)
    const [second, third] = [await city.driver(), await city.driver()]
    await cancel(driver, id)
    const two = await successorOf(rider, id)
    expect(await codeOf(two)).toBe(null)
    await sweepSearches(city.server.app)
    await drives(second, two).accept()
    await drives(second, two).arrive()
    await cancel(second, two)
    const three = await successorOf(rider, two)
    await sweepSearches(city.server.app)
    expect(await offersOf(driver)).not.toContain(three)
    await drives(third, three).accept()
    await cancel(third, three)
    expect(await getBooking(rider, three)).toMatchObject({ status: 'CANCELLED', successor: null })
    expect(await noticesOf(rider, three)).toContain('notice_cancelled_rider')
  })

  it('does not happen with the setting off, at a no-show, or when another than the driver cancels [design/moves-36]', async () => {
    await city.server.app.settings.change({ rebookAfterDriverCancel: false }, null)
    const off = await accepted()
    await cancel(off.driver, off.id)
    expect(await getBooking(off.rider, off.id)).toMatchObject({ status: 'CANCELLED', successor: null })
    await city.server.app.settings.change({ rebookAfterDriverCancel: true }, null)
    const late = await accepted()
    await drives(late.driver, late.id).arriveThere()
    await stayAtPickup(city, late, 6)
    await cancel(late.driver, late.id, { noShow: true })
    expect((await getBooking(late.rider, late.id)).successor).toBeNull()
    for (const who of ['rider', 'admin'] as const) {
      const ride = await accepted()
      await cancel(who === 'rider' ? ride.rider : admin, ride.id)
      expect((await getBooking(ride.rider, ride.id)).successor).toBeNull()
    }
  })

  it('is cancelled by the rider without a fee', async () => {
    const { rider, driver, id } = await accepted('wallet')
    const money = await balanceOf(db, rider)
    await cancel(driver, id)
    const next = await successorOf(rider, id)
    expect(await balanceOf(db, rider)).toBe(money)
    await cancel(rider, next)
    expect([await balanceOf(db, rider), await prepaidFor(db, next)]).toEqual([1000_00, 0])
  })

  it('gets its own time, search and expiry when it was booked for later and its time is near', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const tripdate = Date.now() + 60 * 60_000
    const later = { bookLater: true, tripdate }
    const quote = await quoteWith(rider, city.economy)
    const { booking } = await rider.call(bookingsApi.create, { body: { ...requestOn(quote), ...later } })
    await sql`update bookings set release_at = booking_date where id = ${booking.id}`.execute(db.request)
    await releaseBookings(city.server.app)
    await drives(driver, booking.id).accept()
    await cancel(driver, booking.id)
    const next = await getBooking(rider, await successorOf(rider, booking.id))
    expect(next).toMatchObject({ bookLater: true, tripdate, search: { state: 'searching' } })
    expect(next.search?.until).toBe(tripdate + 10 * 60_000)
  })

  it('waits for the office with autoDispatch off, which cannot assign a driver who cancelled [design/moves-81]', async () => {
    const { rider, driver, id } = await accepted()
    const other = await city.driver()
    await city.server.app.settings.change({ autoDispatch: false }, null)
    await cancel(driver, id)
    const next = await getBooking(rider, await successorOf(rider, id))
    expect(next.search).toEqual({ state: 'waiting', until: null })
    const assign = (to: TestActor) =>
      keyOf(admin.call(assignApi.assign, { params: { id: next.id }, body: { driver: to.id } }))
    expect([await assign(driver), await assign(other)]).toEqual(['driver_not_assignable', 'ok'])
  })
})

describe('the money of a successor', () => {
  it('a hold moves to it with one posting; the wallet is not touched', async () => {
    const { rider, driver, booking, id } = await accepted('wallet')
    const [held, money] = [await prepaidFor(db, id), await balanceOf(db, rider)]
    expect(held).toBe((booking.estimate ?? 0) * 100)
    await cancel(driver, id)
    const next = await successorOf(rider, id)
    expect([await prepaidFor(db, id), await prepaidFor(db, next), await balanceOf(db, rider)]).toEqual([0, held, money])
    expect(await getBooking(rider, id)).toMatchObject({ usedWalletMoney: 0, customer_paid: 0 })
    expect(await getBooking(rider, next)).toMatchObject({ usedWalletMoney: booking.estimate, payableAmount: 0 })
    const { rows } = await sql<{ kind: string }>`select kind from ledger_transactions
      where booking_id in (${id}, ${next}) order by at`.execute(db.request)
    expect(rows.map(({ kind }) => kind)).toEqual(['hold', 'carry-over'])
    const other = await city.driver()
    await sweepSearches(city.server.app)
    await driveToDrop(rider, other, next)
    expect(await prepaidFor(db, next)).toBe(0)
  })

  it('a promo that is used up by now moves to it [design/moves-84]', async () => {
    const body = {
      promo_name: 'ONCE',
      promo_description: 'Ten percent',
      promo_discount_type: 'percentage' as const,
      promo_discount_value: 10,
      max_promo_discount_value: 500,
      min_order: 0,
      promo_validity: '2099-01-01',
      promo_usage_limit: 1,
    }
    const { promo } = await admin.call(promosApi.create, { body })
    const { rider, driver, booking, id } = await accepted('cash', 'ONCE')
    expect(booking.discount_amount).toBeGreaterThan(0)
    // The promo has ended since; the successor keeps it without a new check.
    await sql`update promos set promo_validity = '2020-01-01' where id = ${promo.id}`.execute(db.request)
    await cancel(driver, id)
    const next = await getBooking(rider, await successorOf(rider, id))
    expect(next).toMatchObject({ promo_applied: true, discount_amount: booking.discount_amount })
    const { rows } = await sql<{ booking_id: string; released: boolean }>`
      select booking_id, released_at is not null as released from promo_redemptions
      where promo_id = ${promo.id} order by redeemed_at`.execute(db.request)
    expect(rows).toEqual([
      { booking_id: id, released: true },
      { booking_id: next.id, released: false },
    ])
  })
})

describe('races and crashes', () => {
  it('a cancel that is cut before its commit leaves neither a cancelled booking nor a successor [design/moves-4]', async () => {
    const { rider, driver, id } = await accepted('wallet')
    city.server.failpoint.fail('succeed.before_commit', new Error('power cut'))
    await cancel(driver, id).catch(() => null)
    city.server.failpoint.clear()
    expect(await getBooking(rider, id)).toMatchObject({ status: 'ACCEPTED', successor: null })
    await cancel(driver, id)
    expect(await getBooking(rider, await successorOf(rider, id))).toMatchObject({ status: 'NEW' })
  })

  it('of two cancels at once, by driver and rider, one counts', async () => {
    const { rider, driver, id } = await accepted()
    const keys = await Promise.all([keyOf(cancel(driver, id)), keyOf(cancel(rider, id))])
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'ok'])
    const { successor } = await getBooking(rider, id)
    expect(successor !== null).toBe(keys[0] === 'ok')
  })
})
