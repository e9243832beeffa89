import { bookingsApi } from '@remis/domain/booking/booking-api'
import { kmBetween } from '@remis/domain/kit/distance'
import { fix as fixShape, fixes, trackingApi, type Fix, type TripPosition } from '@remis/domain/tracking/tracking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { describe, expect, it } from 'vitest'
import { drives, drop, cityFor, keyOf, pickup, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { moveBack } from '../testing/move-back.ts'
import { DriverIndex } from '../dispatch/drivers/driver-index.ts'
import { tracking } from './feature.ts'
import { flushPositions } from './flush-positions.ts'
import { LastPositions } from './last-positions.ts'
import { onlinePositions } from './stored-positions.ts'
import { storeFixes } from './store-fixes.ts'

const { city, db } = await cityFor(import.meta.url)
const fleet = await city.person('fleetadmin')
const admin = await city.person('admin')

const start = { lat: pickup.lat + 0.004, lng: pickup.lng }
/** A fix `seconds` ago, `metres` north of the driver's first position. */
const fix = (seq: number, seconds: number, metres: number, more: Partial<Fix> = {}): Fix => ({
  seq,
  at: Date.now() - seconds * 1000,
  lat: start.lat + metres / 111_195,
  lng: start.lng,
  accuracy: 8,
  ...more,
})
const send = (driver: TestActor, fixes: Fix[]) => driver.call(trackingApi.send, { body: { fixes } })
const pointsOf = (id: string) =>
  db.request.selectFrom('track_points').selectAll().where('booking_id', '=', id).orderBy('seq').execute()

/** A driver with a last fix that is a minute old, so that the next fixes are plausible. */
const calmDriver = async (more: { fleetadmin?: string; online?: boolean } = {}) => {
  const driver = await city.driver({ at: start, ...more })
  await db.request
    .updateTable('driver_positions')
    .set({ at: new Date(Date.now() - 59_000) })
    .where('driver_id', '=', driver.id)
    .execute()
  city.server.app.drivers.remove(driver.id)
  city.server.app.drivers.put({ id: driver.id, ...start, at: Date.now() })
  return driver
}
/** A trip in STARTED. */
const trip = async () => {
  const [rider, driver] = [await city.person('rider'), await calmDriver({ fleetadmin: fleet.id })]
  const booking = await city.book(rider)
  const drive = drives(driver, booking.id)
  await drive.accept()
  return { rider, driver, drive, id: booking.id }
}

describe('positions', () => {
  it('are kept once each, in order, without impossible ones [design/tracking-4]', async () => {
    const driver = await calmDriver()
    expect(await send(driver, [fix(2, 40, 100), fix(1, 50, 0)])).toEqual({ lastSeq: 2, dropped: 0 })
    expect(await send(driver, [fix(1, 50, 0), fix(2, 40, 100)])).toEqual({ lastSeq: 2, dropped: 0 })
    expect(await send(driver, [fix(3, 36, 9000), fix(4, 20, 300)])).toEqual({ lastSeq: 4, dropped: 1 })
    await flushPositions(city.server.app)
    const row = await db.request
      .selectFrom('driver_positions')
      .selectAll()
      .where('driver_id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect(row.seq).toBe(4)
    expect(kmBetween(row, fix(4, 0, 300))).toBeLessThan(0.001)
    expect((await driver.call(dispatchApi.day, {})).lastFixSeq).toBe(4)
    const index = new DriverIndex()
    await index.ready(() => onlinePositions(db.request))
    expect(index.get(driver.id)).toMatchObject({ lat: row.lat })
  })

  it('have these fields, and a batch at most 500 [design/tracking-1]', () => {
    const optional = { accuracy: 8, heading: 90, speed: 4, readAt: Date.now() }
    const whole = { ...fix(1, 1, 0), ...optional }
    expect(Object.keys(fixShape.shape).toSorted()).toEqual(
      ['seq', 'at', 'lat', 'lng', ...Object.keys(optional)].toSorted(),
    )
    expect(fixShape.safeParse(whole).success).toBe(true)
    expect(fixes.safeParse(Array.from({ length: 500 }, () => whole)).success).toBe(true)
    // `start` carries the position and `reach` the unsent fixes, as many at most [design/tracking-3]
    expect(bookingsApi.start.body.safeParse({ otp: '12345', fix: whole }).success).toBe(true)
    const reach = (count: number) =>
      bookingsApi.reach.body.safeParse({ fixes: Array.from({ length: count }, () => whole) })
    expect([reach(500).success, reach(501).success]).toEqual([true, false])
  })

  it('are judged one batch after the other, each by the last believed fix [design/tracking-5]', async () => {
    const { driver } = await trip()
    const { app } = city.server
    // 2 km in 10 s: possible after the fix of a minute ago, impossible after that of the first batch
    const answers = await Promise.all([
      storeFixes(app, driver.id, [fix(1, 30, 0)]),
      storeFixes(app, driver.id, [fix(2, 20, 2000)]),
      storeFixes(app, driver.id, [fix(3, 10, 100)]),
    ])
    expect(answers.map(({ dropped }) => dropped)).toEqual([0, 1, 0])
    expect(app.lastPositions.get(driver.id)).toMatchObject({ seq: 3, lat: fix(3, 0, 100).lat })
  })

  it('are judged after a restart by the last fix in the database, which is written every ten seconds [design/tracking-21]', async () => {
    const driver = await calmDriver()
    const { app } = city.server
    expect(tracking.sweeps?.(app)['positions']).toMatchObject({ everyMs: 10_000, atStop: true })
    await send(driver, [fix(4, 30, 0)])
    await flushPositions(app)
    const restarted = { ...app, lastPositions: new LastPositions(0) }
    expect(await storeFixes(restarted, driver.id, [fix(4, 30, 0), fix(5, 20, 2000), fix(6, 10, 100)])).toEqual({
      lastSeq: 6,
      dropped: 1,
    })
  })

  it('may be anywhere when the last one is older than five minutes, but not on a trip [design/tracking-37]', async () => {
    const [free, busy] = [await calmDriver(), (await trip()).driver]
    await db.request
      .updateTable('driver_positions')
      .set({ at: new Date(Date.now() - 360_000) })
      .where('driver_id', 'in', [free.id, busy.id])
      .execute()
    const far = [fix(1, 0, 500_000)]
    expect((await send(free, far)).dropped).toBe(0)
    expect((await send(busy, far)).dropped).toBe(1)
  })

  it('arrive by socket with the same body and reply [design/tracking-1]', async () => {
    const driver = await calmDriver()
    const link = await driver.connect()
    expect(await link.send('positions', { fixes: [fix(1, 20, 10)] })).toEqual({ lastSeq: 1, dropped: 0 })
    expect(await link.send('positions', { fixes: [{ ...fix(2, 10, 10), lat: 91 }] })).toMatchObject({
      error: { key: 'invalid_input' },
    })
    expect(await link.send('positions', null)).toMatchObject({ error: { key: 'invalid_input' } })
    const rider = await (await city.person('rider')).connect()
    expect(await rider.send('positions', { fixes: [] })).toMatchObject({ error: { key: 'forbidden' } })
  })

  it('wait in a bounded queue per driver [design/tracking-46]', async () => {
    const queue = new LastPositions(2)
    let finish = () => {}
    const open = new Promise<void>((done) => (finish = done))
    const taken = [1, 2, 3].map(() => queue.inTurn('one', () => open))
    await expect(queue.inTurn('one', () => open)).rejects.toMatchObject({ status: 503, key: 'busy_try_again' })
    expect(await queue.inTurn('other', async () => 'done')).toBe('done')
    finish()
    await Promise.all(taken)
    expect(await queue.inTurn('one', async () => 'done')).toBe('done')
  })

  it.each<[string, unknown]>([
    ['lat 91', { fixes: [{ ...fix(1, 1, 0), lat: 91 }] }],
    ['an unknown key', { fixes: [{ ...fix(1, 1, 0), status: 'STARTED' }] }],
    ['a wrong type', { fixes: [{ ...fix(1, 1, 0), seq: '1' }] }],
    ['a number below 0', { fixes: [{ ...fix(1, 1, 0), seq: -1 }] }],
    ['too many', { fixes: Array.from({ length: 501 }, (_, i) => fix(i, 1, 0)) }],
    ['no fixes', {}],
  ])('bad input is 400: %s', async (_, body) => {
    const driver = await calmDriver()
    expect(await keyOf(driver.call(trackingApi.send, { body: body as never }))).toBe('invalid_input')
  })

  it('of an offline driver are answered and not stored [design/tracking-7]', async () => {
    const driver = await calmDriver({ online: false })
    city.server.app.drivers.remove(driver.id)
    expect(await send(driver, [fix(7, 5, 0)])).toEqual({ lastSeq: 7, dropped: 0 })
    await flushPositions(city.server.app)
    const row = await db.request
      .selectFrom('driver_positions')
      .select('seq')
      .where('driver_id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect([row.seq, city.server.app.drivers.get(driver.id)]).toEqual([0, null])
  })

  it('survive a failed write: the next turn writes them', async () => {
    const driver = await calmDriver()
    await send(driver, [fix(1, 5, 20)])
    const { app } = city.server
    const broken = {
      ...app,
      db: {
        ...app.db,
        jobs: {
          getExecutor: () => {
            throw new Error('down')
          },
        } as never,
      },
    }
    await expect(flushPositions(broken)).rejects.toThrow('down')
    await flushPositions(app)
    const row = await db.request
      .selectFrom('driver_positions')
      .select('seq')
      .where('driver_id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect(row.seq).toBe(1)
  })
})

describe('the track of a trip', () => {
  it('is committed before the answer, with the status of that moment', async () => {
    const { rider, driver, drive, id } = await trip()
    await send(driver, [fix(1, 50, 10)])
    expect((await pointsOf(id)).map(({ seq, status }) => [seq, status])).toEqual([[1, 'ACCEPTED']])
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    await moveBack(city, id, 1)
    await Promise.all([
      send(driver, [fix(2, 40, 200), fix(3, 30, 400)]),
      send(driver, [fix(3, 30, 400), fix(4, 20, 600)]),
    ])
    const counted = (await pointsOf(id)).filter(({ status }) => status === 'STARTED')
    expect(counted.map(({ seq }) => seq)).toEqual([-2, 2, 3, 4])
    const { rows } = await rider.call(trackingApi.track, { params: { id } })
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.every(({ status }) => status === 'STARTED')).toBe(true)
    await drive.reach()
    expect((await pointsOf(id)).find(({ seq }) => seq === -1)?.status).toBe('REACHED')
    // later points are stored, not charged [design/tracking-8]
    await send(driver, [fix(5, 10, 700)])
    expect((await pointsOf(id)).find(({ seq }) => seq === 5)?.status).toBe('REACHED')
    await drive.receiveCash()
    await send(driver, [fix(6, 1, 710)])
    expect((await pointsOf(id)).some(({ seq }) => seq === 6)).toBe(false)
  })

  it('has five points per four seconds at most, whatever is sent [design/tracking-38]', async () => {
    const { driver, id } = await trip()
    const { app } = city.server
    const from = Date.now() - 40_000
    let seq = 0
    const every = (ms: number, count: number, begin: number): Fix[] =>
      Array.from({ length: count }, (_, i) => ({ ...fix(++seq, 0, 0), at: from + begin + i * ms }))
    const times = async () => (await pointsOf(id)).map(({ at }) => at - from)
    // one batch
    expect(await send(driver, every(1, 500, 0))).toEqual({ lastSeq: 500, dropped: 0 })
    expect(await times()).toEqual([0, 1, 2, 3, 4])
    // batches at the same time, and some after a restart
    await Promise.all([send(driver, every(100, 20, 1000)), send(driver, every(100, 20, 4100))])
    await flushPositions(app)
    const restarted = { ...app, lastPositions: new LastPositions(0) }
    for (let second = 7; second < 20; second++) await storeFixes(restarted, driver.id, every(90, 10, second * 1000))
    const stored = await times()
    expect(stored.slice(5, 10)).toEqual([4100, 4200, 4300, 4400, 4500])
    for (const [i, at] of stored.slice(5).entries()) expect(at - stored[i]!).toBeGreaterThanOrEqual(4000)
    expect(stored.length).toBeGreaterThan(20)
    // the others are believed
    expect(restarted.lastPositions.get(driver.id)).toMatchObject({ at: from + 19_810 })
  })

  it('has each fix of a tracker of one second, in batches or one by one [design/tracking-38]', async () => {
    const { driver, id } = await trip()
    const from = Date.now() - 40_000
    const early = [0, 300, -200, 100, -300, 0, 400]
    const fixes = Array.from({ length: 30 }, (_, i) => ({
      ...fix(i + 1, 0, i * 12),
      at: from + i * 1000 + early[i % early.length]!,
    }))
    await send(driver, fixes.slice(0, 13))
    for (const one of fixes.slice(13, 20)) await send(driver, [one])
    await send(driver, fixes.slice(20))
    expect((await pointsOf(id)).map(({ seq }) => seq)).toEqual(fixes.map(({ seq }) => seq))
  })

  it('a point that arrives during the reach waits and counts as after it', async () => {
    const { rider, driver, drive, id } = await trip()
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    const stop = city.server.failpoint.pause('reach.before_commit')
    const reaching = drive.reach()
    await stop.reached
    let answered = false
    const sending = send(driver, [fix(1, 20, 300)]).then(() => (answered = true))
    await new Promise((done) => setTimeout(done, 100))
    expect(answered).toBe(false)
    stop.release()
    expect((await reaching).booking.status).toBe('REACHED')
    await sending
    expect((await pointsOf(id)).find(({ seq }) => seq === 1)?.status).toBe('REACHED')
    await drive.receiveCash()
  })

  it('an impossible fix of the start command is not believed: the trip starts at the pickup [design/tracking-19]', async () => {
    const { rider, driver, drive, id } = await trip()
    await drive.arrive()
    const otp = await tripCodeOf(rider, id)
    const far = { ...fix(1, 0, 0), lat: -34.75 }
    await driver.call(bookingsApi.start, { params: { id }, body: { otp, fix: far } })
    expect((await pointsOf(id)).map(({ seq, lat }) => [seq, lat])).toEqual([[-2, pickup.lat]])
    await drive.reach()
    await drive.receiveCash()
  })
})

it('index and watched position have the earlier time, of the device or of the database [design/tracking-6]', async () => {
  const { rider, driver, id } = await trip()
  const link = await rider.connect()
  const { app } = city.server
  // the index keeps the newest
  app.drivers.remove(driver.id)
  const timesAfter = async (sent: Fix) => {
    const before = link.received.length
    await send(driver, [sent])
    await link.until(() => link.received.length > before)
    const live = link.received.at(-1)?.payload as TripPosition
    const { position } = await rider.call(trackingApi.last, { params: { id } })
    const indexed = app.drivers.get(driver.id)?.at
    await driver.call(dispatchApi.goOnline, { body: { online: true } })
    await flushPositions(app)
    const index = new DriverIndex()
    await index.ready(() => onlinePositions(db.request))
    return [live.at, position?.at, indexed, app.drivers.get(driver.id)?.at, index.get(driver.id)?.at]
  }
  const late = fix(1, 5, 10)
  expect(await timesAfter(late)).toEqual(Array(5).fill(late.at))
  const ahead = fix(2, -20, 20)
  for (const at of await timesAfter(ahead)) expect(at).toBeLessThan(ahead.at - 10_000)
})

describe('the receivers of the driver’s position [design/tracking-10]', () => {
  it('customer, and own fleet and admins who follow it, live; no others; none once it is paid [tracking-9] [design/tracking-11]', async () => {
    const { rider, driver, drive, id } = await trip()
    const strangers = [await city.person('rider'), await city.person('fleetadmin'), await city.driver()]
    const [watching, others] = [
      await Promise.all([rider, fleet, admin].map((one) => one.connect())),
      await Promise.all(strangers.map((one) => one.connect())),
    ]
    for (const link of [...watching, ...others]) await link.send('follow', { bookingIds: [id] })
    others.push(await admin.connect())
    await send(driver, [fix(1, 50, 10), fix(2, 40, 200)])
    const heard = (links: typeof watching) =>
      links.map((link) => link.received.filter(({ name }) => name === 'position'))
    await watching[0]?.until(() => heard(watching).every((list) => list.length === 1))
    expect(heard(watching).map(([last]) => last?.payload)).toEqual(
      // only the last of the two positions [tracking-1] [design/tracking-10]
      Array(3).fill(
        expect.objectContaining({
          bookingId: id,
          id: `${id}.2`,
          status: 'ACCEPTED',
          accuracy: 8,
          at: expect.any(Number),
        }),
      ),
    )
    expect(heard(others)).toEqual([[], [], [], []])

    const last = await rider.call(trackingApi.last, { params: { id } })
    expect(last.position).toMatchObject({ bookingId: id, id: `${id}.2`, status: 'ACCEPTED' })
    expect(kmBetween(last.position!, fix(2, 0, 200))).toBeLessThan(0.001)
    expect(last.eta?.distance_in_km).toBeCloseTo(kmBetween(last.position!, pickup) * 1.3, 2)
    for (const stranger of strangers) {
      expect(await keyOf(stranger.call(trackingApi.last, { params: { id } }))).toBe('not_found')
      expect(await keyOf(stranger.call(trackingApi.track, { params: { id } }))).toBe('not_found')
    }
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    const riding = await rider.call(trackingApi.last, { params: { id } })
    expect(riding.eta?.distance_in_km).toBeCloseTo(kmBetween(riding.position!, drop) * 1.3, 2)
    await drive.reach()
    await drive.receiveCash()
    for (const one of [rider, driver, fleet, admin])
      expect(await one.call(trackingApi.last, { params: { id } })).toEqual({ position: null, eta: null })
  })
})

/** PostgreSQL refuses it as `real`. */
const refused = 1e-300
const bareFix = (more: { accuracy?: number } = {}) => ({ seq: 1, at: Date.now(), ...pickup, ...more })

it('a position that the database refuses does not hold back those of other drivers [design/tracking-41]', async () => {
  const drivers = [await city.driver(), await city.driver(), await city.driver()]
  const [bad, ...others] = drivers.map(({ id }) => id).sort()
  city.server.app.lastPositions.put(bad!, bareFix({ accuracy: refused }))
  for (const id of others) city.server.app.lastPositions.put(id, bareFix())
  await flushPositions(city.server.app)
  const rows = await db.request.selectFrom('driver_positions').select(['driver_id', 'seq']).execute()
  const seqOf = (id: string) => rows.find(({ driver_id }) => driver_id === id)?.seq
  expect(others.map(seqOf)).toEqual([1, 1])
  expect(seqOf(bad!)).toBe(0)
})

it('points that the database refuses do not hold back those of other trips [design/tracking-41]', async () => {
  const trip = async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await drives(driver, id).accept()
    return { id, driver: driver.id }
  }
  const [bad, good] = [await trip(), await trip()]
  const stored = await Promise.allSettled([
    storeFixes(city.server.app, bad.driver, [bareFix({ accuracy: refused })]),
    storeFixes(city.server.app, good.driver, [bareFix()]),
  ])
  expect(stored.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect([await pointsOf(bad.id), await pointsOf(good.id)]).toMatchObject([[], [{ seq: 1 }]])
})
