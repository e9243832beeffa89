import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { moveBack } from '../testing/move-back.ts'
import { drives, cityFor, keyOf, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, untilWaiting } from '../races/in-order.ts'
import { waitFor } from '../testing/actors.ts'
import { completeTrips, expireBookings } from './sweeps/tidy-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(async () => {
  city.server.failpoint.clear()
  // Takes the drivers of earlier tests offline, so that they get no offers.
  const earlier = await db.request.selectFrom('driver_positions').select('driver_id').execute()
  for (const { driver_id } of earlier) city.server.app.drivers.remove(driver_id)
})

const cancel = (actor: TestActor, id: string) =>
  keyOf(actor.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } }))

const rowOf = (id: string) =>
  db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const busy = async ({ id }: TestActor) =>
  (await db.request.selectFrom('users').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue

const movesOf = async (id: string) =>
  (
    await db.request
      .selectFrom('booking_events')
      .select('move')
      .where('booking_id', '=', id)
      .orderBy('version')
      .execute()
  ).map(({ move }) => move)

const openOffers = async (id: string) =>
  (await db.request.selectFrom('offers').select('outcome').where('booking_id', '=', id).execute()).filter(
    ({ outcome }) => outcome === null,
  ).length

describe('accept/accept', () => {
  it('has one winner among 50 drivers; the others get booking_taken', async () => {
    const rider = await city.person('rider')
    const drivers = await Promise.all(Array.from({ length: 50 }, () => city.driver()))
    const { id } = await city.book(rider)
    // On a slow machine the last waiters reach the lock timeout and are asked to try again.
    const accept = async (driver: (typeof drivers)[number]): Promise<string> => {
      const key = await keyOf(drives(driver, id).accept())
      return key === 'busy_try_again' ? accept(driver) : key
    }
    const keys = await Promise.all(drivers.map(accept))
    expect(keys.filter((key) => key === 'ok')).toHaveLength(1)
    expect(keys.filter((key) => key === 'booking_taken')).toHaveLength(49)
    const winner = drivers[keys.indexOf('ok')]!
    expect(await rowOf(id)).toMatchObject({ status: 'ACCEPTED', driver: winner.id, version: 1 })
    expect((await Promise.all(drivers.map(busy))).filter(Boolean)).toHaveLength(1)
    const offers = await db.request.selectFrom('offers').selectAll().where('booking_id', '=', id).execute()
    expect(offers).toHaveLength(50)
    expect(offers.filter(({ outcome }) => outcome === 'accepted').map((o) => o.driver_id)).toEqual([winner.id])
    expect(offers.filter(({ outcome }) => outcome === 'closed')).toHaveLength(49)
  })

  it('closes the driver’s other offers after an accept', async () => {
    const driver = await city.driver()
    const [a, b] = [await city.book(await city.person('rider')), await city.book(await city.person('rider'))]
    await drives(driver, a.id).accept()
    await waitFor(async () => (await openOffers(b.id)) === 0)
    expect(await keyOf(drives(driver, b.id).accept())).toBe('offer_expired')
  })

  it('fails on the unique index when the driver’s busy flag is wrong', async () => {
    const driver = await city.driver()
    const [a, b] = [await city.book(await city.person('rider')), await city.book(await city.person('rider'))]
    await db.jobs.transaction().execute(async (tx) => {
      // Blocks the consumer that closes other offers, so that only the flag prevents the second accept.
      await sql`select 1 from stream_cursors where name = 'offers' for update`.execute(tx)
      expect(await keyOf(drives(driver, b.id).accept())).toBe('ok')
      await db.request.updateTable('users').set({ queue: false }).where('id', '=', driver.id).execute()
      expect(await keyOf(drives(driver, a.id).accept())).toBe('driver_busy')
    })
    expect((await rowOf(a.id)).status).toBe('NEW')
    await db.request.updateTable('users').set({ queue: true }).where('id', '=', driver.id).execute()
  })
})

describe('accept/cancel [invariants-T7]', () => {
  const story = async (first: 'accept' | 'cancel', at: 'locked' | 'before_commit') => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    const moves = [() => keyOf(drives(driver, id).accept()), () => cancel(rider, id)] as const
    const [leading, following] = first === 'accept' ? moves : ([moves[1], moves[0]] as const)
    const [led, followed] = await inOrder(city, `${first}.${at}`, leading, following)
    return { led, followed, row: await rowOf(id), busy: await busy(driver), moves: await movesOf(id), id }
  }

  for (const at of ['locked', 'before_commit'] as const) {
    it(`accept first (stopped at ${at}): the cancel follows and frees the driver`, async () => {
      const end = await story('accept', at)
      expect(end).toMatchObject({ led: 'ok', followed: 'ok', busy: false, moves: ['create', 'accept', 'cancel'] })
      expect(end.row).toMatchObject({ status: 'CANCELLED', cancelled_by: 'rider', reason: 'Changed my mind' })
    })

    it(`cancel first (stopped at ${at}): the accept is refused, no driver is busy`, async () => {
      const end = await story('cancel', at)
      expect(end).toMatchObject({ led: 'ok', followed: 'booking_moved_on', busy: false, moves: ['create', 'cancel'] })
      expect(end.row).toMatchObject({ status: 'CANCELLED', driver: null })
      expect(await openOffers(end.id)).toBe(0)
    })
  }

  it('a move that fails just before its commit leaves nothing behind', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    const outbox = () => db.request.selectFrom('outbox').select('id').where('subject', '=', id).execute()
    const before = (await outbox()).length
    city.server.failpoint.fail('accept.before_commit', new Error('injected failure'))
    expect(await keyOf(drives(driver, id).accept())).toBe('server_error')
    city.server.failpoint.clear()
    expect(await rowOf(id)).toMatchObject({ status: 'NEW', version: 0, driver: null })
    expect([await busy(driver), await movesOf(id), (await outbox()).length]).toEqual([false, ['create'], before])
    expect(await keyOf(drives(driver, id).accept())).toBe('ok')
  })
})

describe('accept/expiry [invariants-T6]', () => {
  const endOffers = (id: string) =>
    db.request
      .updateTable('offers')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('booking_id', '=', id)
      .execute()

  it('refuses an offer that expired while the accept waited for its lock', async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    let accept: Promise<string> | undefined
    await db.jobs.transaction().execute(async (tx) => {
      await tx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute()
      accept = keyOf(drives(driver, id).accept())
      await untilWaiting(city)
      await endOffers(id)
    })
    expect(await accept).toBe('offer_expired')
    expect([(await rowOf(id)).status, await busy(driver)]).toEqual(['NEW', false])
  })

  const endSearch = (id: string) =>
    db.request
      .updateTable('bookings')
      .set({ search_until: new Date(Date.now() - 61 * 60_000) })
      .where('id', '=', id)
      .execute()

  it('accept first: the sweep leaves the booking alone', async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    const stop = city.server.failpoint.pause('accept.locked')
    await endSearch(id)
    const accept = keyOf(drives(driver, id).accept())
    await stop.reached
    await expireBookings(city.server.app)
    expect((await rowOf(id)).status).toBe('NEW')
    stop.release()
    expect(await accept).toBe('ok')
    await expireBookings(city.server.app)
    expect(await rowOf(id)).toMatchObject({ status: 'ACCEPTED', driver: driver.id })
  })

  it('expiry first: the accept is refused, the customer is notified, no fee', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await endSearch(id)
    const [, accept] = await inOrder(
      city,
      'expire.locked',
      () => expireBookings(city.server.app),
      () => keyOf(drives(driver, id).accept()),
    )
    expect(accept).toBe('booking_moved_on')
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'system', driver: null })
    expect([await busy(driver), await movesOf(id)]).toEqual([false, ['create', 'expire']])
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id).execute()
    expect(notices.map(({ message }) => message)).toContain('notice_expired')
  })
})

describe('other concurrent moves', () => {
  const started = async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arrive()
    return { rider, driver, id, drive, code: await tripCodeOf(rider, id) }
  }

  it('pay/not-paid: one of them succeeds', async () => {
    const { drive, code } = await started()
    await drive.start(code)
    await drive.reach()
    const keys = await Promise.all([keyOf(drive.receiveCash()), keyOf(drive.notPaid())])
    expect(['booking_moved_on', 'ok']).toContain(keys[1])
    // "Received" after "not paid" is allowed: the cash was paid later.
    if (keys[1] === 'booking_moved_on') expect(keys[0]).toBe('ok')
  })

  it('completes a trip unrated after 24 hours, once; a late rating is an annotation', async () => {
    const { rider, id, drive, code } = await started()
    await drive.start(code)
    await drive.reach()
    await drive.receiveCash()
    await completeTrips(city.server.app)
    expect((await rowOf(id)).status).toBe('PAID')
    const { paid_at } = await rowOf(id)
    await moveBack(city, id, 24 * 60)
    await Promise.all([completeTrips(city.server.app), completeTrips(city.server.app)])
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETE', rating: null })
    expect((await movesOf(id)).filter((move) => move === 'complete')).toHaveLength(1)
    expect(await keyOf(rider.call(bookingsApi.rate, { params: { id }, body: { rating: 5 } }))).toBe('ok')
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETE', rating: 5 })
    expect(paid_at).not.toBeNull()
  })
})
