import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { balanceOf, bookWith, credit, driveToDrop, emptyStreets, quoteWith, walletOf } from '../../testing/money.ts'
import { moveBack } from '../../testing/move-back.ts'
import { comeTo, drives, drop, cityFor, keyOf, pickup, tripCodeOf, type TestActor } from '../../testing/test-city.ts'
import { untilHandled } from '../../testing/until-handled.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(() => emptyStreets(city))

const review = async (id: string) => (await admin.call(tripReviewApi.read, { params: { id } })).review
const release = (id: string, who = admin) => who.call(tripReviewApi.release, { params: { id }, body: {} })
const withdraw = (driver: TestActor, amount: number) => keyOf(driver.call(withdrawalsApi.request, { body: { amount } }))

/** A wallet trip of no time and without positions. */
const fakeTrip = async (rider: TestActor, driver: TestActor) => {
  await credit(db, rider, 1000)
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy), 'wallet')
  await driveToDrop(rider, driver, id)
  return id
}

/** Ten minutes on the road, with positions at the start, in the middle and at the end. */
const drivenTrip = async (rider: TestActor, driver: TestActor) => {
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  await moveBack(city, id, 5)
  await comeTo(driver, { lat: (pickup.lat + drop.lat) / 2, lng: (pickup.lng + drop.lng) / 2 })
  await moveBack(city, id, 5)
  await comeTo(driver, drop)
  await drive.reach()
  await drive.receiveCash()
  return id
}

describe('a suspicious trip waits for the office [design/privacy-20]', () => {
  it('a trip that was driven does not, until the same two make it the fourth time in a week', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    for (let n = 0; n < 3; n++) expect(await review(await drivenTrip(rider, driver))).toBe(null)
    const fourth = await drivenTrip(rider, driver)
    expect(await review(fourth)).toMatchObject({ reasons: ['same-pair'], releasedAt: null })
    await sql`update bookings set end_time = end_time - interval '8 days', reached_at = reached_at - interval '8 days',
      start_time = start_time - interval '8 days', driver_arrive_time = driver_arrive_time - interval '8 days',
      accepted_at = accepted_at - interval '8 days', booking_date = booking_date - interval '8 days',
      paid_at = paid_at - interval '8 days'
      where customer = ${rider.id} and id <> ${fourth}`.execute(db.request)
    await sql`update driven_tracks set first_at = first_at - interval '8 days', last_at = last_at - interval '8 days'
      where booking_id in (select id from bookings where customer = ${rider.id} and id <> ${fourth})`.execute(
      db.request,
    )
    expect(await review(await drivenTrip(rider, driver))).toBe(null)
  })

  it('price and settlement do not change; the share cannot be withdrawn until an admin releases it', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await credit(db, driver, 50)
    const id = await fakeTrip(rider, driver)
    const { booking } = await admin.call(bookingsApi.get, { params: { id } })
    expect(booking).toMatchObject({
      status: 'PAID',
      trip_cost: 138,
      driver_share: 120,
      fareFlags: expect.arrayContaining(['short-trip']),
    })
    expect(await balanceOf(db, driver)).toBe(170_00)
    expect(await walletOf(driver)).toMatchObject({ balance: 170, withheld: 120 })
    expect(await review(id)).toMatchObject({ reasons: ['no-track', 'short-trip'], withheld: 120, releasedBy: null })
    expect(await withdraw(driver, 51)).toBe('withdrawal_withheld')
    expect(await withdraw(driver, 171)).toBe('wallet_balance_low')
    expect(await withdraw(driver, 50)).toBe('ok')
    expect(await withdraw(driver, 1)).toBe('withdrawal_withheld')

    await release(id)
    expect(await review(id)).toMatchObject({ withheld: 0, releasedBy: admin.name })
    expect(await walletOf(driver)).toMatchObject({ balance: 120, withheld: 0 })
    expect(await withdraw(driver, 120)).toBe('ok')
  })

  it('its driver keeps the role until then: a rider could spend the share [design/people-8]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const id = await fakeTrip(rider, driver)
    const becomeRider = () =>
      admin.call(peopleApi.changeRole, { params: { id: driver.id }, body: { usertype: 'rider' } })
    await expect(becomeRider()).rejects.toMatchObject({
      key: 'person_has_open_business',
      fields: { usertype: 'withheld' },
    })
    await release(id)
    expect((await becomeRider()).person.usertype).toBe('rider')
  })

  it('is released once, audited, by admins only; a trip that does not wait cannot be released', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const id = await fakeTrip(rider, driver)
    for (const who of [rider, driver, await city.person('fleetadmin')])
      expect(await keyOf(release(id, who))).toBe('forbidden')
    const [first, second] = await Promise.all([release(id), release(id)])
    expect(first).toEqual(second)
    const audited = await db.request
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'trip-review.release')
      .where('subject', '=', `booking:${id}`)
      .execute()
    expect(audited).toEqual([{ actor_id: admin.id }])
    const open = await city.book(rider)
    expect(await keyOf(release(open.id))).toBe('booking_moved_on')
    await rider.call(bookingsApi.cancel, { params: { id: open.id }, body: { reason: city.reason } })
  })

  it('the office finds the trips that wait by a filter, which does nothing for others', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const [waiting, released] = [await fakeTrip(rider, driver), await fakeTrip(rider, driver)]
    await release(released)
    const shown = async (who: TestActor) =>
      (await who.call(bookingsApi.list, { query: { review: 'open', limit: 100 } })).rows.map(({ id }) => id)
    const found = await shown(admin)
    expect(found).toContain(waiting)
    expect(found).not.toContain(released)
    expect((await shown(rider)).toSorted()).toEqual([waiting, released].toSorted())
  })

  it('a fare with flags is looked at once, audited, by admins only, or by its correction [design/moves-69]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const [first, second, plain] = [
      await fakeTrip(rider, driver),
      await fakeTrip(rider, driver),
      await fakeTrip(rider, driver),
    ]
    const flag = (id: string, flags: readonly string[]) =>
      sql`update bookings set fare_flags = ${[...flags]}::text[] where id = ${id}`.execute(db.request)
    // of the trips before
    await sql`update bookings set fare_checked_at = clock_timestamp()`.execute(db.request)
    await sql`update bookings set fare_checked_at = null where customer = ${rider.id}`.execute(db.request)
    await flag(first, ['above-quote', 'capped'])
    await flag(second, ['capped'])
    await flag(plain, ['short-trip'])
    const check = (id: string, who = admin) => who.call(tripReviewApi.checkFare, { params: { id }, body: {} })
    const found = async (who: TestActor) =>
      (await who.call(bookingsApi.list, { query: { fare: 'open', limit: 100 } })).rows.map(({ id }) => id)
    const stateOf = async (id: string) => (await admin.call(tripReviewApi.read, { params: { id } })).fareCheck
    for (const who of [rider, driver, await city.person('fleetadmin')])
      expect(await keyOf(check(first, who))).toBe('forbidden')
    expect((await found(admin)).toSorted()).toEqual([first, second].toSorted())
    // the filter does nothing for others
    expect(await found(rider)).toHaveLength(3)
    expect((await admin.call(bookingsApi.counts, { query: {} })).fare).toBe(2)
    expect(await stateOf(first)).toEqual({ checkedAt: null, checkedBy: null })
    expect(await stateOf(plain)).toBe(null)
    const [one, two] = await Promise.all([check(first), check(first)])
    expect(one).toEqual(two)
    expect(one.fareCheck).toMatchObject({ checkedBy: admin.name, checkedAt: expect.any(Number) })
    const audited = await db.request
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'booking.check-fare')
      .where('subject', '=', `booking:${first}`)
      .execute()
    expect(audited).toEqual([{ actor_id: admin.id }])
    expect(await keyOf(check(plain))).toBe('booking_moved_on')
    const body = { direction: 'back' as const, amount: 10, reason: 'Detour', withDriver: true }
    await admin.call(correctionsApi.correct, { params: { id: second }, body })
    expect(await stateOf(second)).toMatchObject({ checkedBy: admin.name })
    expect(await found(admin)).toEqual([])
  })

  it('withholds the referral bonus until it is released [design/privacy-21]', async () => {
    await city.server.app.settings.change({ bonus: 100 }, null)
    const [rider, driver, referrer] = [await city.person('rider'), await city.driver(), await city.person('rider')]
    await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(db.request)
    const first = await fakeTrip(rider, driver)
    await handled()
    await drivenTrip(rider, driver)
    await handled()
    expect(await balanceOf(db, referrer)).toBe(0)
    await release(first)
    await waitFor(async () => (await balanceOf(db, referrer)) === 100_00)
    await release(first)
    await handled()
    expect(await balanceOf(db, referrer)).toBe(100_00)
    await city.server.app.settings.change({ bonus: 0 }, null)
  })
})

const handled = () => untilHandled(db, 'referrals')
