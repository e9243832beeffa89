import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { FromServer } from '@remis/domain/live/live-events'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { findBroken } from '@remis/server/verify/verify'
import { pickup, requestOn } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient, type Client } from '../api-client.ts'
import { databaseUrl } from '../database-url.ts'
import { many } from '../scale.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { openCrashCity, type CrashCity } from './crash-city.ts'
import { fakeClock } from './fake-clock.ts'
import { watch } from './live-watcher.ts'

const offBy = 600
const skewed = [offBy, -offBy].slice(0, many(1, 2))
const missing = fakeClock(offBy) === undefined
if (missing) process.stdout.write('> clock ten minutes off: skipped, `faketime` is not installed\n')

const database = await databaseFor(import.meta.url)
const always = { DATABASE_URL: databaseUrl(database.connection) }
let right: ServerProcess
let city: CrashCity

beforeAll(async () => {
  if (missing) return
  right = await makeServerProcess(always)
  await right.start()
  city = openCrashCity(database.db, right.base)
})
afterAll(() => right?.remove())

const helloOf = (base: string, { token }: Client) =>
  new Promise<{ now: number }>((done, fail) => {
    const socket: Socket<FromServer> = io(base, { transports: ['websocket'], forceNew: true, auth: { token } })
    socket.on('hello', (hello) => {
      socket.close()
      done(hello)
    })
    socket.on('connect_error', fail)
  })

/** Seconds between two moves of a booking, as stored. */
const pausesOf = async (id: string): Promise<number[]> => {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from at - lag(at) over (order by version))::float8 as pause from booking_events
    where booking_id = ${id} order by version offset 1`.execute(database.db.jobs)
  return rows.map(({ pause }) => pause)
}

describe.skipIf(missing)('a node with a clock ten minutes off, beside one with the right time', () => {
  it.each(skewed)('%i s: rides move between the nodes without a visible difference', async (seconds) => {
    const wrong = await makeServerProcess({ ...always, ...fakeClock(seconds) })
    await wrong.start()
    try {
      expect(
        Math.abs(Date.parse((await fetch(`${wrong.base}/health`)).headers.get('date') ?? '') - Date.now()),
      ).toBeGreaterThan((offBy - 60) * 1000)
      const onWrong = (client: Client) => openClient(wrong.base, client)
      const type = await city.carType()
      const [rider, driver] = [await city.person('rider'), await city.driver(type)]
      const watcher = await watch(database.db, wrong.base, rider)
      // A node gets a driver's position from the driver.
      const fix = { seq: 5, at: Date.now(), lat: pickup.lat + 0.003, lng: pickup.lng }
      expect(await onWrong(driver).call(trackingApi.send, { body: { fixes: [fix] } })).toEqual({
        lastSeq: 5,
        dropped: 0,
      })

      // A quote of one node is valid at the other, and an offer of one can be accepted at the other.
      const ride = openCrashCity(database.db, wrong.base)
      const quote = await city.quote(rider, type)
      const { expiresAt } = quote
      expect(expiresAt - Date.now()).toBeGreaterThan(500_000)
      expect((await ride.quote(onWrong(rider), type)).expiresAt - Date.now()).toBeLessThan(700_000)
      const booked = await onWrong(rider).call(bookingsApi.create, { body: requestOn(quote) })
      const { id } = booked.booking
      const params = { id }
      await driver.call(bookingsApi.accept, { params, body: {} })
      await onWrong(driver).call(bookingsApi.arrive, { params, body: {} })
      const { otp } = await city.view(rider, id)
      await driver.call(bookingsApi.start, { params, body: { otp: otp ?? '' } })
      await onWrong(driver).call(bookingsApi.reach, { params, body: {} })
      await driver.call(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })

      // Later moves have later times, by one clock [invariants-T9].
      const pauses = await pausesOf(id)
      expect(pauses).toHaveLength(5)
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(0)
      expect(Math.max(...pauses)).toBeLessThan(60)
      // Screens count down by the clock that decides.
      expect(Math.abs((await helloOf(wrong.base, rider)).now - Date.now())).toBeLessThan(5000)
      await watcher.expectAll()
      watcher.close()

      // The searches, releases and sweeps of the wrong node use the database's clock too.
      const waiting = await city.ride('NEW')
      await new Promise((done) => setTimeout(done, 4000))
      expect((await city.view(waiting.rider, waiting.id)).status).toBe('NEW')
      expect((await city.view(rider, id)).status).toBe('PAID')
      expect(await findBroken(database.db.lists)).toEqual([])
    } finally {
      await wrong.remove()
    }
  })
})
