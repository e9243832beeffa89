import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { letPass as pass, sweepSearches } from '../../testing/let-pass.ts'
import { searchSweeps } from './sweep-searches.ts'
import { drives, cityFor, keyOf, pickup, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

/** A pickup for each test, so that drivers of other tests are out of reach. */
let stories = 0
const spot = () => ({ lat: pickup.lat - 0.02 + 0.000001 * ++stories, lng: pickup.lng })

const offersOf = (driver: TestActor) => driver.call(dispatchApi.offers, {}).then(({ rows }) => rows)
const recordOf = (id: string) => admin.call(dispatchApi.ofBooking, { params: { id } })
const sweep = () => sweepSearches(city.server.app)
const letPass = (id: string, seconds: number) => pass(db.request, id, seconds)
const goOnline = (driver: TestActor, online: boolean) => driver.call(dispatchApi.goOnline, { body: { online } })
const noticesOf = (user: TestActor, message: string) =>
  db.request
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', user.id)
    .where('message', '=', message as never)
    .execute()

/** Takes all other drivers offline. */
const alone = () =>
  sql`update users set driver_active_status = false where usertype = 'driver' and not queue`.execute(db.request)

describe('offers to all at once [design/dispatch-10]', () => {
  it('go to all eligible drivers at once; the record lists every considered driver with the reason', async () => {
    await alone()
    const at = spot()
    const rider = await city.person('rider')
    const near = await city.driver()
    const also = await city.driver()
    const otherCar = await city.driver({ carType: city.comfort })
    const offline = await city.driver({ online: false })
    const far = await city.driver({ at: { lat: at.lat + 0.12, lng: at.lng } })
    const booking = await city.book(rider)

    const [offer] = await offersOf(near)
    expect(offer).toMatchObject({ bookingId: booking.id, cash: booking.trip_cost, pickupTime: expect.any(Number) })
    expect(offer?.expiresAt).toBe((offer?.offeredAt ?? 0) + 20_000)
    expect(await offersOf(also)).toHaveLength(1)
    // the drop's place is hidden before ACCEPTED [design/access-7]
    expect(JSON.stringify(offer)).not.toContain(String(booking.drop.lat))
    expect(offer).not.toHaveProperty('drop')
    for (const none of [otherCar, offline, far]) expect(await offersOf(none)).toEqual([])

    const { offers, records } = await recordOf(booking.id)
    expect(new Set(offers.map(({ driver }) => driver))).toEqual(new Set([near.id, also.id]))
    expect(offers.every(({ live }) => live)).toBe(true)
    const reasons = new Map(records[0]?.considered.map(({ driver, reason }) => [driver, reason]))
    expect(reasons.get(near.id)).toBe(null)
    expect(reasons.get(otherCar.id)).toBe('other-car-type')
    expect(reasons.get(offline.id)).toBe('offline')
    expect(reasons.get(far.id)).toBe('too-far')
    // by name, for the office [design/web-95]
    expect(records[0]?.considered.find(({ driver }) => driver === far.id)?.name).toBe(far.name)
    expect(records[0]?.offered).toBe(2)
    // riders and drivers never see the offers of other drivers
    expect(await keyOf(rider.call(dispatchApi.ofBooking, { params: { id: booking.id } }))).toBe('forbidden')
    await drives(near, booking.id).accept()
  })

  it('reach the driver live, and disappear live when another driver was faster', async () => {
    await alone()
    const [rider, winner, loser] = [await city.person('rider'), await city.driver(), await city.driver()]
    const link = await loser.connect()
    const booking = await city.book(rider)
    const seen = () => link.events.filter(({ kind, subject }) => kind === 'offer' && subject === booking.id)
    await link.until(() => seen().length === 1)
    expect(seen()[0]?.payload).toMatchObject({ bookingId: booking.id, offer: { bookingId: booking.id } })
    await drives(winner, booking.id).accept()
    await link.until(() => seen().length === 2)
    expect(seen()[1]?.payload).toEqual({ bookingId: booking.id, offer: null })
    expect(await keyOf(drives(loser, booking.id).accept())).toBe('booking_taken')
    expect(link.events.filter(({ kind }) => kind === 'booking')).toEqual([])
  })

  it('are one event and one notice for all, and each driver gets only its own', async () => {
    await alone()
    const [rider, ...drivers] = [
      await city.person('rider'),
      await city.driver(),
      await city.driver(),
      await city.driver(),
    ]
    const links = await Promise.all(drivers.map((driver) => driver.connect()))
    const booking = await city.book(rider)
    for (const link of links) await link.until(() => link.events.length === 2)
    const { rows } = await sql<{ kind: string; seq: number; heard: number }>`
      select kind, seq, cardinality(audience) as heard from outbox where kind in ('offer', 'notice')
        and audience && ${drivers.map(({ id }) => `user:${id}`)}::text[] order by kind desc`.execute(db.request)
    expect(rows).toEqual([
      { kind: 'offer', seq: expect.any(Number), heard: 3 },
      { kind: 'notice', seq: expect.any(Number), heard: 3 },
    ])
    for (const [index, link] of links.entries()) {
      expect(link.events.map(({ kind, seq }) => `${kind} ${seq}`).sort()).toEqual(
        rows.map(({ kind, seq }) => `${kind} ${seq}`).sort(),
      )
      const notices = await noticesOf(drivers[index]!, 'notice_new_booking')
      expect(link.events.flatMap((event) => (event.kind === 'notice' ? [event.payload.id] : []))).toEqual(
        notices.map(({ id }) => id),
      )
    }
    const [first] = drivers
    await drives(first!, booking.id).accept()
    const offersOf = (link: (typeof links)[number]) => link.events.filter(({ kind }) => kind === 'offer').length
    for (const link of links.slice(1)) await link.until(() => link.events.length === 3)
    // the accepting driver loses the offer too, with an event after the reply
    await links[0]!.until(() => offersOf(links[0]!) === 2)
    expect(links.map(offersOf)).toEqual([2, 2, 2])
  })

  it('are renewed while unanswered, without a second notice; declined stays declined in this search', async () => {
    await alone()
    const [rider, waits, declines] = [await city.person('rider'), await city.driver(), await city.driver()]
    const booking = await city.book(rider)
    await drives(declines, booking.id).decline()
    expect(await offersOf(declines)).toEqual([])
    await sweep()
    const before = await offersOf(waits)
    await letPass(booking.id, 21)
    expect(await offersOf(waits)).toEqual([])
    expect(await keyOf(drives(waits, booking.id).accept())).toBe('offer_expired')
    await sweep()
    const [renewed] = await offersOf(waits)
    expect(renewed?.expiresAt).toBeGreaterThan(before[0]?.expiresAt ?? Infinity)
    expect(await offersOf(declines)).toEqual([])
    expect(await noticesOf(waits, 'notice_new_booking')).toHaveLength(1)
    const { offers, records } = await recordOf(booking.id)
    expect(offers.find(({ driver }) => driver === declines.id)).toMatchObject({ outcome: 'declined', live: false })
    // a renewal leaves no record
    expect(records).toHaveLength(1)
    expect(await keyOf(drives(waits, booking.id).accept())).toBe('ok')
  })

  it('reach drivers who go online during the search and close when they go offline', async () => {
    await alone()
    const [rider, first, late] = [await city.person('rider'), await city.driver(), await city.driver({ online: false })]
    const booking = await city.book(rider)
    expect(await goOnline(late, true)).toMatchObject({ online: true, canTakeOffers: true, hint: null })
    await sweep()
    expect(await offersOf(late)).toHaveLength(1)
    expect(await goOnline(first, false)).toMatchObject({ online: false })
    expect(await offersOf(first)).toEqual([])
    expect((await recordOf(booking.id)).offers.find(({ driver }) => driver === first.id)).toMatchObject({
      outcome: 'closed',
      live: false,
    })
    await letPass(booking.id, 21)
    await sweep()
    expect(await offersOf(first)).toEqual([])
    await drives(late, booking.id).accept()
    expect(await keyOf(rider.call(bookingsApi.get, { params: { id: booking.id } }))).toBe('ok')
  })

  it('close for a driver who takes another booking and return when that trip is over', async () => {
    await alone()
    const driver = await city.driver()
    const [one, two] = [await city.person('rider'), await city.person('rider')]
    const [taken, other] = [await city.book(one), await city.book(two)]
    expect(await offersOf(driver)).toHaveLength(2)
    const drive = drives(driver, taken.id)
    await drive.accept()
    expect(await offersOf(driver)).toEqual([])
    await waitFor(async () => (await recordOf(other.id)).offers.some(({ outcome }) => outcome === 'closed'))
    expect((await recordOf(other.id)).offers).toMatchObject([{ driver: driver.id, outcome: 'closed', live: false }])
    await letPass(other.id, 21)
    await sweep()
    expect(await offersOf(driver)).toEqual([])
    await drive.arrive()
    await drive.start(await tripCodeOf(one, taken.id))
    await drive.reach()
    await drive.receiveCash()
    await sweep()
    expect(await offersOf(driver)).toMatchObject([{ bookingId: other.id }])
    await drives(driver, other.id).accept()
  })
})

describe('a search without a driver [design/dispatch-11]', () => {
  it('ends as no-driver with one notice; search-again starts a new one', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const link = await rider.connect()
    const booking = await city.book(rider)
    // An event shows the booking as it is when the event is sent: this one must not be sent after the search has ended.
    await link.until(() => link.events.some(({ kind }) => kind === 'booking'))
    await drives(driver, booking.id).decline()
    await letPass(booking.id, 601)
    const ended = { status: 'NEW', version: 0, search: { state: 'no-driver' } }
    const notices = () =>
      link.events.filter(({ kind, payload }) => kind === 'booking' && payload.search?.state === 'no-driver')
    await sweep()
    await sweep()
    await link.until(() => notices().length > 0)
    expect(notices().map(({ payload }) => payload)).toMatchObject([ended])
    expect(await noticesOf(rider, 'notice_no_driver')).toHaveLength(1)
    expect((await recordOf(booking.id)).records.at(-1)).toMatchObject({ offered: 0 })

    const patient = await city.driver()
    const again = await rider.call(bookingsApi.searchAgain, { params: { id: booking.id }, body: {} })
    expect(again.booking).toMatchObject({ status: 'NEW', version: 1, search: { state: 'searching' } })
    expect(await offersOf(patient)).toHaveLength(1)
    // a decline ends with its search [design/dispatch-14]
    expect(await offersOf(driver)).toHaveLength(1)
    await letPass(booking.id, 601)
    await sweep()
    expect(await noticesOf(rider, 'notice_no_driver')).toHaveLength(2)
    expect(await offersOf(patient)).toEqual([])
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
  })
})

describe('an offer', () => {
  it('is notified again in a new search, also to drivers of the earlier search [design/dispatch-16]', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    await letPass(booking.id, 21)
    await sweep()
    expect(await noticesOf(driver, 'notice_new_booking'), 'a renewal is not notified').toHaveLength(1)
    await letPass(booking.id, 601)
    await sweep()
    await rider.call(bookingsApi.searchAgain, { params: { id: booking.id }, body: {} })
    expect(await noticesOf(driver, 'notice_new_booking')).toHaveLength(2)
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
  })

  it('that has expired is renewed by the next sweep, also right after a look [design/dispatch-73]', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    const run = searchSweeps(city.server.app)['searches for drivers'].run
    // It expires in a second; no other driver is left to ask.
    await letPass(booking.id, 19)
    await run()
    expect(await offersOf(driver)).toHaveLength(1)
    await waitFor(async () => (await offersOf(driver)).length === 0, 3000)
    await run()
    expect(await offersOf(driver)).toHaveLength(1)
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
  })
})

describe('many searches at once', () => {
  it('are all served in one turn [design/dispatch-9]', async () => {
    await alone()
    // Each search has asked its only driver, and looks for the next one.
    const first = await city.driver()
    const riders = await Promise.all(Array.from({ length: 5 }, () => city.person('rider')))
    const bookings = await Promise.all(riders.map((rider) => city.book(rider)))
    const second = await city.driver()
    for (const { id } of bookings) await letPass(id, 7)
    await searchSweeps(city.server.app, 2)['searches for drivers'].run()
    const ids = bookings.map(({ id }) => id).toSorted()
    for (const driver of [first, second])
      expect((await offersOf(driver)).map(({ bookingId }) => bookingId).toSorted()).toEqual(ids)
    for (const [i, rider] of riders.entries())
      await rider.call(bookingsApi.cancel, { params: { id: bookings[i]!.id }, body: { reason: city.reason } })
  })
})

describe('races of the sweep', () => {
  it('skips a booking that an accept holds, and renews nothing of it afterwards', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    await city.driver()
    const stop = city.server.failpoint.pause('accept.locked')
    const accepting = drives(driver, booking.id).accept()
    await stop.reached
    await sweep()
    expect((await recordOf(booking.id)).records).toHaveLength(1)
    stop.release()
    await accepting
    await sweep()
    expect((await recordOf(booking.id)).offers.filter(({ live }) => live)).toEqual([])
  })

  it('lets an accept win that arrives while it makes offers', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    const late = await city.driver()
    const stop = city.server.failpoint.pause('sweep.locked')
    const sweeping = sweep()
    await stop.reached
    const accepting = drives(driver, booking.id).accept()
    stop.release()
    await sweeping
    expect((await accepting).booking.status).toBe('ACCEPTED')
    expect(await keyOf(drives(late, booking.id).accept())).toBe('booking_taken')
    expect(await offersOf(late)).toEqual([])
  })
})

describe("the driver's day", () => {
  it('counts what was settled today and says why no offers come', async () => {
    await alone()
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    const drive = drives(driver, booking.id)
    await drive.accept()
    expect(await driver.call(dispatchApi.day, {})).toMatchObject({ activeBooking: booking.id, tripsToday: 0 })
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, booking.id))
    await drive.reach()
    const { booking: paid } = await drive.receiveCash()
    expect(await driver.call(dispatchApi.day, {})).toMatchObject({
      online: true,
      hint: null,
      tripsToday: 1,
      earnedToday: paid.driver_share,
      walletBalance: -(paid.convenience_fees ?? 0),
      activeBooking: null,
    })
    await city.server.app.settings.change({ negativeBalance: false }, null)
    expect(await driver.call(dispatchApi.day, {})).toMatchObject({ canTakeOffers: false, hint: 'negative-balance' })
    expect(await keyOf(city.book(await city.person('rider')))).toBe('no_driver_found_alert_messege')
    await city.server.app.settings.change({ negativeBalance: true }, null)
    const unseen = await city.driver()
    await db.request.deleteFrom('driver_positions').where('driver_id', '=', unseen.id).execute()
    expect(await unseen.call(dispatchApi.day, {})).toMatchObject({ canTakeOffers: false, hint: 'no-position' })
  })
})
