import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { arrivedTrip } from '../races/trip-facts.ts'
import { actorOf, type Actor } from '../testing/actors.ts'
import { openSession } from '../testing/make-person.ts'
import { moveBack } from '../testing/move-back.ts'
import { cityFor, drives, drop, pickup } from '../testing/test-city.ts'
import { Senders } from './last-positions.ts'
import { listTripPoints } from './trip-points.ts'

const { city, db } = await cityFor(import.meta.url)

it('the drawn track has at most 200 points, and once the trip is over its line [design/tracking-11]', async () => {
  const { rider, driver, id, drive, code } = await arrivedTrip(city)
  await drive.start(code)
  await moveBack(city, id, 25)
  // 70 m in 4.8 s, all of them far enough apart to be drawn
  const from = Date.now() - 24.5 * 60_000
  const fixes = Array.from({ length: 300 }, (_, i) => ({
    seq: i + 1,
    at: Math.round(from + i * 4800),
    lat: pickup.lat + 0.004 + (i * 0.07) / 111.195,
    lng: pickup.lng,
    accuracy: 5,
  }))
  await driver.call(trackingApi.send, { body: { fixes } })
  const drawn = () => rider.call(trackingApi.track, { params: { id } })
  const running = await drawn()
  expect(running.line).toBeNull()
  expect(running.rows.length).toBeGreaterThan(100)
  expect(running.rows.length).toBeLessThanOrEqual(200)
  await driver.call(bookingsApi.reach, { params: { id }, body: {} })
  expect((await drawn()).line).toEqual(expect.any(String))
})

it('of a trip that was forgotten at most 20,000 points are read, spread over it, and it can be ended [design/tracking-39]', async () => {
  const { rider, driver, id, drive, code } = await arrivedTrip(city)
  await drive.start(code)
  await moveBack(city, id, 3 * 24 * 60)
  // the drive of 20 minutes to the drop, then a parked car for three days
  await sql`
    insert into track_points (booking_id, seq, status, lat, lng, accuracy, at)
    select ${id}, n, 'STARTED', ${pickup.lat} + (${drop.lat}::float8 - ${pickup.lat}) * least(1, n / 400.0),
      ${pickup.lng} + (${drop.lng}::float8 - ${pickup.lng}) * least(1, n / 400.0), 5,
      start_time + n * interval '3 seconds'
    from generate_series(1, 86000) n, bookings where id = ${id}`.execute(db.request)
  const read = await listTripPoints(db.request, id)
  expect(read.length).toBeGreaterThan(15_000)
  expect(read.length).toBeLessThanOrEqual(20_002)
  expect([read[0]?.seq, read.at(-1)?.seq]).toEqual([-2, 86_000])
  const gaps = read.slice(1).map(({ at }, i) => at - read[i]!.at)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000)
  const { rows } = await rider.call(trackingApi.track, { params: { id } })
  expect(rows.length).toBeLessThanOrEqual(200)
  const { booking } = await driver.call(bookingsApi.reach, { params: { id }, body: {} })
  expect(booking.status).toBe('REACHED')
  // the whole way counts
  expect(booking.distance).toBeGreaterThan(2.5)
  expect(booking.distance).toBeLessThan(4)
})

it('the approach takes no place from the trip, and a track that is not longer is read whole [design/tracking-39]', async () => {
  const { id, drive, code } = await arrivedTrip(city)
  const add = (status: string, from: number, to: number) =>
    sql`insert into track_points (booking_id, seq, status, lat, lng, accuracy, at)
      select ${id}, n, ${status}, ${pickup.lat}, ${pickup.lng}, 5, clock_timestamp() + n * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n`.execute(db.request)
  await add('ARRIVED', 1, 30_000)
  await drive.start(code)
  await add('STARTED', 30_001, 49_999)
  expect(await listTripPoints(db.request, id)).toHaveLength(20_000)
})

describe('one phone of a driver sends at a time [design/tracking-20]', () => {
  it.each([
    ['goes online', (phone: Actor) => phone.call(dispatchApi.goOnline, { body: { online: true } })],
    ['accepts', (phone: Actor, id: string) => drives(phone, id).accept()],
    ['arrives', (phone: Actor, id: string) => drives(phone, id).arrive()],
  ])('the one that %s sends from then on', async (name, act) => {
    const [rider, driver] = [await city.person('rider'), await city.driver({ at: pickup })]
    const { id } = await city.book(rider)
    if (name === 'arrives') await drives(driver, id).accept()
    const { lat, lng } = pickup
    let [seq, at] = [0, Date.now() - 10_000]
    const send = (phone: Actor) =>
      phone.call(trackingApi.send, { body: { fixes: [{ seq: ++seq, at: (at += 1000), lat, lng }] } })
    expect((await send(driver)).dropped).toBe(0)
    const { sessionId, token } = await openSession(db, driver.id)
    const other = actorOf(city.server.url, token)
    // the refused phone need not keep positions from before the last one that counts [design/tracking-50]
    expect(await send(other)).toEqual({ lastSeq: -1, dropped: 1, lastAt: at - 1000 })
    await act(other, id)
    const { mover_session } = await db.request
      .selectFrom('users')
      .select('mover_session')
      .where('id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect(mover_session, 'for a restart').toBe(sessionId)
    expect((await send(other)).dropped).toBe(0)
    expect((await send(driver)).dropped).toBe(1)
  })

  it('one whose driver has signed in again sends at once; one whose step is refused does not', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver({ at: pickup })]
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    const { lat, lng } = pickup
    let [seq, at] = [0, Date.now() - 10_000]
    const send = (phone: Actor) =>
      phone.call(trackingApi.send, { body: { fixes: [{ seq: ++seq, at: (at += 1000), lat, lng }] } })
    expect((await send(driver)).dropped).toBe(0)
    const { sessionId, token } = await openSession(db, driver.id)
    const other = actorOf(city.server.url, token)
    await expect(drives(other, id).start('00000')).rejects.toThrow()
    expect((await send(other)).dropped).toBe(1)
    await sql`update sessions set revoked_at = clock_timestamp()
      where user_id = ${driver.id} and id <> ${sessionId}`.execute(db.request)
    expect((await send(other)).dropped).toBe(0)
  })

  it('after a restart the phone of the last move sends, silent since the start [design/tracking-49]', () => {
    const [started, minute] = [1_700_000_000_000, 60_000]
    const senders = new Senders(started)
    const may = (session: string, minutes: number, onTrip = true, mover: string | null = 'car') =>
      senders.maySend('d', session, started + minutes * minute, { onTrip, mover })
    expect([may('car', 0), may('home', 4.9), may('home', 5), may('home', 0.4, false)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([may('companion', 0.4), may('companion', 0.6)]).toEqual([false, true])
    expect(may('home', 0, true, null), 'no move is known').toBe(true)
    senders.heard('d', 'companion', started + 4 * minute, 'car')
    expect([may('home', 6), may('home', 9)]).toEqual([false, true])
  })

  it('a batch that was under way does not take over from a phone that moves meanwhile [design/tracking-51]', async () => {
    const { driver, id, code } = await arrivedTrip(city)
    const { sessionId, token } = await openSession(db, driver.id)
    const stored = city.server.failpoint.pause('positions.committed')
    const { lat, lng } = pickup
    const send = (phone: Actor, seq: number) =>
      phone.call(trackingApi.send, { body: { fixes: [{ seq, at: Date.now() - 1000 + seq, lat, lng }] } })
    const sending = send(driver, 101)
    await stored.reached
    await drives(actorOf(city.server.url, token), id).start(code)
    stored.release()
    await sending
    city.server.failpoint.clear()
    expect(city.server.app.lastPositions.senders.known(driver.id)?.session).toBe(sessionId)
  })

  it('numbers that are raised stay apart from those after a lost answer [design/tracking-48]', () => {
    const senders = new Senders()
    const numbered = (session: string, seqs: readonly number[], lastSeq: number) =>
      senders
        .numbered(
          'd',
          session,
          seqs.map((seq) => ({ seq, at: seq, ...pickup })),
          lastSeq,
        )
        .map(({ seq }) => seq)
    expect(numbered('car', [99, 100], 98)).toEqual([99, 100])
    expect(numbered('other', [51, 52], 100)).toEqual([101, 102])
    expect(numbered('other', [51, 52, 53, 54], 102)).toEqual([101, 102, 103, 104])
    // the phone has the answer
    expect(numbered('other', [105], 104)).toEqual([105])
  })

  it('on a trip the companion keeps the place of the phone beside it [design/tracking-34]', () => {
    const senders = new Senders(0)
    const [now, minute] = [1_700_000_000_000, 60_000]
    const onTrip = { onTrip: true, mover: 'car' }
    senders.claim('d', 'car', now)
    expect(senders.maySend('d', 'companion', now + minute, onTrip)).toBe(true)
    senders.heard('d', 'companion', now + 4 * minute)
    const mayTakeOver = (minutes: number) => senders.maySend('d', 'other', now + minutes * minute, onTrip)
    expect([mayTakeOver(6), mayTakeOver(9)]).toEqual([false, true])
    expect(senders.maySend('d', 'other', now + 6 * minute, { ...onTrip, onTrip: false })).toBe(true)
    senders.heard('d', 'other', now + 9 * minute)
    expect(senders.maySend('d', 'car', now + 9 * minute, onTrip), 'made the last move').toBe(true)
  })
})
